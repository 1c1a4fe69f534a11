/// A certificate name, MQTT client id and `from`: `{kind}.{site}.{id}`, e.g. `n.home.kitchen`; at most 62 bytes.
public struct ClientID: TextValue {
    /// What the client is.
    public let kind: ClientKind
    /// The site it belongs to.
    public let site: SiteID
    /// The name within kind and site, e.g. the node for `n` and `s`.
    public let name: String

    /// Nil if `name` is not an identifier of at most 32 bytes.
    public init?(kind: ClientKind, site: SiteID, name: String) {
        guard isIdentifier(name.utf8, maximumLength: 32) else { return nil }
        self.kind = kind
        self.site = site
        self.name = name
    }

    /// The client of an identified thing.
    public init<Kind>(kind: ClientKind, site: SiteID, _ identifier: Identifier<Kind>) where Kind: IdentifierKind {
        self.kind = kind
        self.site = site
        self.name = identifier.description
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maximumLength else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let kind = ClientKind(rawValue: String(parts[0])), let site = SiteID(String(parts[1]))
        else { return nil }
        self.init(kind: kind, site: site, name: String(parts[2]))
    }

    public var description: String { "\(kind.rawValue).\(site).\(name)" }

    /// The same client as a topic level.
    public var requester: Requester { Requester(kind: kind, name) }

    public static let title = "client id"
    public static let form = "{kind}.{site}.{id} with kind n, s, svc, obs, op or boot, e.g. n.home.kitchen"
    public static let pattern = "^(n|s|svc|obs|op|boot)\\.[a-z0-9][a-z0-9_-]{0,23}\\.[a-z0-9][a-z0-9_-]{0,31}$"
    public static let maximumLength = 62
}
