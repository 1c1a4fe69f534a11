public import Schema

extension DynamicSecurity {
    /// One command to the plugin.
    public enum Command: Hashable, Sendable {
        /// Ends its sessions too.
        case deleteClient(String)
        case createClient(String, Client)
        case deleteRole(String)
        case createRole(String, Set<Entry>)
        /// Replaces all entries; ends the sessions of those who have the role.
        case modifyRole(String, Set<Entry>)
        case setDefaults([String: Bool])
        /// A page of the clients, without passwords.
        case listClients(offset: Int, count: Int)
        /// A page of the roles with their entries.
        case listRoles(offset: Int, count: Int)
        case getDefaults

        /// Its name at the plugin.
        public var name: String {
            switch self {
            case .deleteClient: "deleteClient"
            case .createClient: "createClient"
            case .deleteRole: "deleteRole"
            case .createRole: "createRole"
            case .modifyRole: "modifyRole"
            case .setDefaults: "setDefaultACLAccess"
            case .listClients: "listClients"
            case .listRoles: "listRoles"
            case .getDefaults: "getDefaultACLAccess"
            }
        }

        /// Whether it takes something away from somebody who may be connected.
        public var isCut: Bool {
            if case .deleteClient = self { true } else { false }
        }

        /// The command as the plugin reads it; `correlation` comes back in its answer.
        public func json(correlation: String) -> JSONValue {
            var members: [String: JSONValue] = ["command": .string(name), "correlationData": .string(correlation)]
            switch self {
            case .deleteClient(let name): members["username"] = .string(name)
            case .createClient(let name, let client):
                for (key, value) in client.members(name) { members[key] = value }
            case .deleteRole(let name): members["rolename"] = .string(name)
            case .createRole(let name, let entries), .modifyRole(let name, let entries):
                members["rolename"] = .string(name)
                members["acls"] = .array(entries.sorted().map(\.json))
            case .setDefaults(let defaults):
                members["acls"] = .array(
                    defaults.sorted { $0.key < $1.key }.map {
                        .object(["acltype": .string($0.key), "allow": .bool($0.value)])
                    })
            case .listClients(let offset, let count), .listRoles(let offset, let count):
                members["verbose"] = true
                members["offset"] = .integer(Int64(offset))
                members["count"] = .integer(Int64(count))
            case .getDefaults: break
            }
            return .object(members)
        }

        /// The message with these commands, carried out by the plugin in this order.
        public static func message(_ commands: [Command], correlation: String) -> [UInt8] {
            JSONValue.object(["commands": .array(commands.map { $0.json(correlation: correlation) })]).bytes
        }
    }
}
