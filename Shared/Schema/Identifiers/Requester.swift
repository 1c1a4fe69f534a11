/// A client as a topic level: `{kind}_{id}`, e.g. `op_anna`, `n_kitchen`; the kind ends at the first `_`.
public struct Requester: TextValue {
    /// What the client is.
    public let kind: ClientKind
    /// The name within the site.
    public let name: String

    /// Nil if `name` is not an identifier of at most 32 bytes.
    public init?(kind: ClientKind, name: String) {
        guard isIdentifier(name.utf8, maximumLength: 32) else { return nil }
        self.init(kind: kind, name)
    }

    /// The requester of an identified thing.
    public init<Kind>(kind: ClientKind, _ identifier: Identifier<Kind>) where Kind: IdentifierKind {
        self.init(kind: kind, identifier.description)
    }

    /// All machines that ask to become nodes without having been announced: `boot_join`.
    public static let joining = Requester(kind: .bootstrap, "join")

    init(kind: ClientKind, _ checkedName: String) {
        self.kind = kind
        self.name = checkedName
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard let end = text.firstIndex(of: "_"), let kind = ClientKind(rawValue: String(text[..<end])) else {
            return nil
        }
        self.init(kind: kind, name: String(text[text.index(after: end)...]))
    }

    public var description: String { "\(kind.rawValue)_\(name)" }

    public static let title = "requester"
    public static let form = "{kind}_{id} with kind n, s, svc, obs, op or boot, e.g. op_anna"
    public static let pattern = "^(n|s|svc|obs|op|boot)_[a-z0-9][a-z0-9_-]{0,31}$"
    public static let maximumLength = 37
}
