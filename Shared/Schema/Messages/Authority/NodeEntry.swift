/// A node as the authority knows it.
public struct NodeEntry: SchemaObject, Equatable {
    /// The node.
    public var node: NodeID
    /// How it stands.
    public var standing: NodeStanding
    /// Its app.
    public var app: AppID?
    /// Its user.
    public var user: UserID?
    /// SHA-256 of the public key it is bound to or asks with, lower-case hex.
    public var fingerprint: String?
    /// Its active pair, or the pending one.
    public var set: CertificateSetID?
    /// When that expires, or until when it may come.
    public var notAfter: WallTime?
    /// Since when it stands so.
    public var since: WallTime?
    /// waiting: it was revoked before and asks to come back, or another machine under its name.
    public var returns: Bool?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, standing: NodeStanding, app: AppID? = nil, user: UserID? = nil, fingerprint: String? = nil,
        set: CertificateSetID? = nil, notAfter: WallTime? = nil, since: WallTime? = nil,
        returns: Bool? = nil
    ) {
        self.node = node
        self.standing = standing
        self.app = app
        self.user = user
        self.fingerprint = fingerprint
        self.set = set
        self.notAfter = notAfter
        self.since = since
        self.returns = returns
    }

    public static let schema = ObjectSchema(
        "NodeEntry", "A node as the authority knows it.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("standing", .words(NodeStanding.self), "How it stands."),
            Field("app", .text(AppID.self), .optional, "Its app."),
            Field("user", .text(UserID.self), .optional, "Its user."),
            Field(
                "fingerprint", .string(maximumLength: 64), .optional,
                "SHA-256 of the public key it is bound to or asks with, lower-case hex."),
            Field("set", .text(CertificateSetID.self), .optional, "Its active pair, or the pending one."),
            Field("notAfter", .time, .optional, "When that expires, or until when it may come."),
            Field("since", .time, .optional, "Since when it stands so."),
            Field(
                "returns", .boolean, .optional,
                "waiting: it was revoked before and asks to come back, or another machine under its name."),
        ])
}
