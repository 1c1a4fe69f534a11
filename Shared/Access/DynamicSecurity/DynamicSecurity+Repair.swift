public import Schema

extension DynamicSecurity {
    /// The plugin's file with this site put in, where the gate is not in it; nil where it is good.
    ///
    /// mosquitto 2.0.11 writes the file in place: a kill or a full disk at the wrong moment leaves a part of it, and a
    /// broker that then starts knows nobody. What is still readable of others is kept.
    public static func repaired(
        _ existing: [UInt8], _ document: AccessDocument, in roots: Roots
    ) -> [UInt8]? {
        let gate = gate(of: document.site).description
        guard let value = try? JSONValue.parse(existing, maximumDepth: 10, maximumBytes: maximumFile),
            var members = value.objectValue
        else { return file(document, in: roots) }
        let clients = value["clients"]?.arrayValue ?? []
        let roles = value["roles"]?.arrayValue ?? []
        let isIn =
            clients.contains { $0["username"]?.stringValue == gate }
            && roles.contains { $0["rolename"]?.stringValue == gate }
        guard !isIn else { return nil }
        func isForeign(_ value: JSONValue, _ key: String) -> Bool {
            let name = value[key]?.stringValue ?? ""
            return name != gate && !isOurs(name, site: document.site)
        }
        let own = (try? JSONValue.parse(file(document, in: roots), maximumDepth: 10, maximumBytes: .max)) ?? nil
        members["clients"] = .array(
            clients.filter { isForeign($0, "username") } + (own["clients"]?.arrayValue ?? []))
        members["roles"] = .array(roles.filter { isForeign($0, "rolename") } + (own["roles"]?.arrayValue ?? []))
        members["defaultACLAccess"] = own["defaultACLAccess"]
        return Array((JSONValue.object(members).prettyDescription + "\n").utf8)
    }

    /// Greatest size of the plugin's file that is read: 256 MiB.
    public static let maximumFile = 256 << 20
}
