/// The pair is the node's active one; an older one is not any more.
public struct ActivateReply: Message, Equatable {
    /// The pair.
    public var set: CertificateSetID
    /// When it expires.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        set: CertificateSetID, notAfter: WallTime
    ) {
        self.set = set
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "ActivateReply", "The pair is the node's active one; an older one is not any more.",
        [
            Field("set", .text(CertificateSetID.self), "The pair."),
            Field("notAfter", .time, "When it expires."),
        ])

    public static var samples: [ActivateReply] {
        [
            ActivateReply(set: .sample, notAfter: .sample)
        ]
    }
}
