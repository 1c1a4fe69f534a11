/// The validator's word.
public struct ValidateReply: Message, Equatable {
    /// Whether it may.
    public var valid: Bool
    /// Why not.
    public var reason: String?
    /// Why not: tokenInvalid, tokenUsed, tokenExpired, nodeBanned.
    public var code: ErrorCode?

    /// Each argument is the field of its name.
    public init(
        valid: Bool, reason: String? = nil, code: ErrorCode? = nil
    ) {
        self.valid = valid
        self.reason = reason
        self.code = code
    }

    public static let schema = ObjectSchema(
        "ValidateReply", "The validator's word.",
        [
            Field("valid", .boolean, "Whether it may."),
            Field("reason", .string(maximumLength: 1_024), .optional, "Why not."),
            Field(
                "code", .text(ErrorCode.self), .optional,
                "Why not: tokenInvalid, tokenUsed, tokenExpired, nodeBanned."),
        ])

    public static var samples: [ValidateReply] {
        [
            ValidateReply(valid: true),
            ValidateReply(valid: false, reason: "the account is closed", code: .nodeBanned),
        ]
    }
}
