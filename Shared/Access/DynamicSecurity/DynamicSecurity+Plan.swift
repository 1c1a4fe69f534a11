public import Schema

extension DynamicSecurity {
    /// The commands that lead from what the plugin holds to what it should hold, for one site only.
    ///
    /// Whoever has to go is cut off first, in the first commands; then who is cut off and let in again, with nothing in
    /// between: see ``isWhole(_:cutAt:)``. Who comes in gets a role before a client; what is left over of the gone comes
    /// last. Nothing that is right already is touched, since a changed role ends sessions.
    public static func commands(from current: Contents, to wanted: Contents, site: SiteID) -> [Command] {
        let ours = { (name: String) in isOurs(name, site: site) }
        var cuts: [Command] = []
        var returning: [String: Client] = [:]
        var clients: [Command] = []
        for (name, client) in wanted.clients where ours(name) && current.clients[name] != client {
            // With a role that stays as it is the client can be made at once.
            if current.clients[name] != nil, current.roles[name] != nil, current.roles[name] == wanted.roles[name] {
                returning[name] = client
            } else {
                clients.append(.createClient(name, client))
            }
        }
        for (name, client) in current.clients
        where ours(name) && wanted.clients[name] != client && returning[name] == nil {
            cuts.append(.deleteClient(name))
        }
        let returns = returning.sorted { $0.key < $1.key }.flatMap { name, client in
            [Command.deleteClient(name), .createClient(name, client)]
        }
        var roles: [Command] = []
        var leftovers: [Command] = []
        for (name, entries) in wanted.roles where ours(name) {
            switch current.roles[name] {
            case nil: roles.append(.createRole(name, entries))
            case entries: break
            default: roles.append(.modifyRole(name, entries))
            }
        }
        // A role somebody else was given by hand is emptied instead: mosquitto 2.0.11 frees a deleted role while clients
        // still point to it.
        let held = Set(current.clients.filter { !ours($0.key) }.flatMap(\.value.roles))
        for (name, entries) in current.roles where ours(name) && wanted.roles[name] == nil {
            if !held.contains(name) {
                leftovers.append(.deleteRole(name))
            } else if !entries.isEmpty {
                leftovers.append(.modifyRole(name, []))
            }
        }
        let defaults: [Command] = current.defaults == wanted.defaults ? [] : [.setDefaults(wanted.defaults)]
        func sorted(_ commands: [Command]) -> [Command] { commands.sorted { $0.subject < $1.subject } }
        return defaults + sorted(cuts) + returns + sorted(roles) + sorted(clients) + sorted(leftovers)
    }

    /// Whether a message may end before the command at `index`: a client that is cut off and let in again is so in one
    /// message, which the plugin carries out as a whole. One that came back in between would be refused everything, and
    /// wait for a minute.
    public static func isWhole(_ commands: [Command], cutAt index: Int) -> Bool {
        guard index > 0, index < commands.count, case .createClient(let name, _) = commands[index] else { return true }
        return commands[index - 1] != .deleteClient(name)
    }
}

extension DynamicSecurity.Command {
    /// Whom it is about, for a fixed order.
    fileprivate var subject: String {
        switch self {
        case .deleteClient(let name), .createClient(let name, _), .deleteRole(let name), .createRole(let name, _),
            .modifyRole(let name, _):
            name
        case .setDefaults, .listClients, .listRoles, .getDefaults: ""
        }
    }
}

extension DynamicSecurity.Contents {
    /// What the plugin holds once it has carried out a command.
    public mutating func apply(_ command: DynamicSecurity.Command) {
        switch command {
        case .deleteClient(let name): clients[name] = nil
        case .createClient(let name, let client): clients[name] = client
        case .deleteRole(let name): roles[name] = nil
        case .createRole(let name, let entries), .modifyRole(let name, let entries): roles[name] = entries
        case .setDefaults(let defaults): self.defaults.merge(defaults) { $1 }
        case .listClients, .listRoles, .getDefaults: break
        }
    }
}
