import Access
import Schema

/// mosquitto's dynamic-security plugin, as far as it shows itself by its answers (mosquitto 2.0.11).
struct PluginModel {
    var contents: DynamicSecurity.Contents
    /// A command that fails.
    var failing: String?
    /// How often a role was deleted while a client had it.
    var danglingRoles = 0

    init(_ contents: DynamicSecurity.Contents) {
        self.contents = contents
        self.contents.defaults["publishClientReceive"] = true
    }

    /// Carries out a message, or its first commands only.
    mutating func answer(_ message: [UInt8], first: Int = .max) -> [DynamicSecurity.Response] {
        let commands = (try? JSONValue.parse(message, maximumBytes: 1 << 20))?["commands"]?.arrayValue ?? []
        return commands.prefix(first).map { answer($0) }
    }

    private mutating func answer(_ command: JSONValue) -> DynamicSecurity.Response {
        let name = command["command"]?.stringValue ?? ""
        var response = DynamicSecurity.Response(
            command: name, correlation: command["correlationData"]?.stringValue)
        let subject = (command["username"] ?? command["rolename"])?.stringValue ?? ""
        if name == failing {
            response.error = "Internal error"
            return response
        }
        switch name {
        case "getDefaultACLAccess":
            response.data = .object([
                "acls": .array(
                    contents.defaults.map { ["acltype": .string($0.key), "allow": .bool($0.value)] })
            ])
        case "setDefaultACLAccess":
            for value in command["acls"]?.arrayValue ?? [] {
                contents.defaults[value["acltype"]?.stringValue ?? ""] = value["allow"]?.boolValue
            }
        case "listRoles", "listClients": response.data = page(name, command)
        case "createClient":
            if contents.clients[subject] != nil { response.error = "Client already exists" } else { create(command) }
        case "deleteClient":
            if contents.clients.removeValue(forKey: subject) == nil { response.error = "Client not found" }
        case "createRole" where contents.roles[subject] != nil: response.error = "Role already exists"
        case "modifyRole" where contents.roles[subject] == nil: response.error = "Role not found"
        case "createRole", "modifyRole": contents.roles[subject] = entries(command)
        case "deleteRole":
            if contents.clients.values.contains(where: { $0.roles.contains(subject) }) { danglingRoles += 1 }
            if contents.roles.removeValue(forKey: subject) == nil { response.error = "Role not found" }
        default: response.error = "Unknown command"
        }
        return response
    }

    private mutating func create(_ command: JSONValue) {
        let roles = (command["roles"]?.arrayValue ?? []).compactMap { $0["rolename"]?.stringValue }
        let epoch = command["textname"]?.stringValue.flatMap { UInt64($0.dropFirst("epoch ".count)) }
        contents.clients[command["username"]?.stringValue ?? ""] = DynamicSecurity.Client(
            roles: Set(roles.filter { contents.roles[$0] != nil }), epoch: epoch ?? 0)
    }

    private func entries(_ command: JSONValue) -> Set<DynamicSecurity.Entry> {
        Set(
            (command["acls"]?.arrayValue ?? []).compactMap {
                guard let kind = $0["acltype"]?.stringValue, let topic = $0["topic"]?.stringValue else { return nil }
                return DynamicSecurity.Entry(kind: kind, topic: topic, allow: $0["allow"]?.boolValue ?? false)
            })
    }

    private func page(_ name: String, _ command: JSONValue) -> JSONValue {
        let offset = Int(command["offset"]?.integerValue ?? 0)
        let count = Int(command["count"]?.integerValue ?? 0)
        if name == "listRoles" {
            let page = contents.roles.sorted { $0.key < $1.key }.dropFirst(offset).prefix(count)
            return [
                "totalCount": .integer(Int64(contents.roles.count)),
                "roles": .array(
                    page.map { name, entries in
                        let acls = entries.map { entry -> JSONValue in
                            [
                                "acltype": .string(entry.kind), "topic": .string(entry.topic), "priority": 0,
                                "allow": .bool(entry.allow),
                            ]
                        }
                        return ["rolename": .string(name), "acls": .array(acls)]
                    }),
            ]
        }
        let page = contents.clients.sorted { $0.key < $1.key }.dropFirst(offset).prefix(count)
        return [
            "totalCount": .integer(Int64(contents.clients.count)),
            "clients": .array(
                page.map { name, client in
                    var members: [String: JSONValue] = [
                        "username": .string(name), "groups": [],
                        "roles": .array(client.roles.map { ["rolename": .string($0)] }),
                    ]
                    if client.epoch > 0 { members["textname"] = .string("epoch \(client.epoch)") }
                    return .object(members)
                }),
        ]
    }
}
