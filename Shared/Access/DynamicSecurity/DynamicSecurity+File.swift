public import Schema

extension DynamicSecurity {
    /// The plugin's whole file (`plugin_opt_config_file`) for a broker that serves this site: the gate, everybody in
    /// the document, and nothing allowed by default. Only for a broker that does not run: while it does, the plugin
    /// writes the file itself.
    public static func file(_ document: AccessDocument, in roots: Roots) -> [UInt8] {
        let gate = AccessIdentity(client: gate(of: document.site))
        var contents = Contents(document, in: roots)
        let name = gate.client.description
        contents.clients[name] = Client(roles: [name], epoch: 0)
        contents.roles[name] = Contents.entries(for: gate, in: roots)
        return Array((contents.json.prettyDescription + "\n").utf8)
    }

    /// The file for a new site, which lets in nobody but the gate.
    public static func emptyFile(site: SiteID, in roots: Roots) -> [UInt8] {
        file(AccessDocument(revision: 1, site: site, identities: []), in: roots)
    }
}

extension DynamicSecurity.Contents {
    /// The plugin's file.
    var json: JSONValue {
        .object([
            "defaultACLAccess": .object(defaults.mapValues { .bool($0) }),
            "clients": .array(
                clients.sorted { $0.key < $1.key }.map { name, client in
                    .object(Dictionary(client.members(name), uniquingKeysWith: { $1 }))
                }),
            "roles": .array(
                roles.sorted { $0.key < $1.key }.map { name, entries in
                    .object(["rolename": .string(name), "acls": .array(entries.sorted().map(\.json))])
                }),
        ])
    }
}

extension DynamicSecurity.Client {
    /// How the plugin writes a client, in its file and in commands.
    func members(_ name: String) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("username", .string(name)),
            ("roles", .array(roles.sorted().map { .object(["rolename": .string($0)]) })),
        ]
        if epoch > 0 { members.append(("textname", .string(Self.text(epoch)))) }
        return members
    }

    private static let prefix = "epoch "

    private static func text(_ epoch: UInt64) -> String { "\(prefix)\(epoch)" }

    /// The epoch in a display name; 0 for any other.
    static func epoch(_ text: String?) -> UInt64 {
        guard let text, text.hasPrefix(prefix) else { return 0 }
        return UInt64(text.dropFirst(prefix.count)) ?? 0
    }
}
