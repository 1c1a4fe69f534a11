/// It was approved: its own bootstrap certificate.
public struct JoinReply: Message, Equatable {
    /// For boot.{site}.{node}, PEM, leaf first.
    public var chain: String
    /// When it expires.
    public var notAfter: WallTime

    /// Each argument is the field of its name.
    public init(
        chain: String, notAfter: WallTime
    ) {
        self.chain = chain
        self.notAfter = notAfter
    }

    public static let schema = ObjectSchema(
        "JoinReply", "It was approved: its own bootstrap certificate.",
        [
            Field("chain", .string(maximumLength: 16_384), "For boot.{site}.{node}, PEM, leaf first."),
            Field("notAfter", .time, "When it expires."),
        ])

    public static var samples: [JoinReply] {
        [
            JoinReply(chain: "-----BEGIN CERTIFICATE-----", notAfter: .sample)
        ]
    }
}
