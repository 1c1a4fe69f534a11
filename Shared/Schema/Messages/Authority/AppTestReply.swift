/// The validator's word.
public struct AppTestReply: Message, Equatable {
    /// Whether it would have been let in.
    public var valid: Bool
    /// Why not.
    public var code: ErrorCode?
    /// Why not.
    public var reason: String?
    /// How long the answer took, ms.
    public var duration: Int64

    /// Each argument is the field of its name.
    public init(
        valid: Bool, code: ErrorCode? = nil, reason: String? = nil, duration: Int64
    ) {
        self.valid = valid
        self.code = code
        self.reason = reason
        self.duration = duration
    }

    public static let schema = ObjectSchema(
        "AppTestReply", "The validator's word.",
        [
            Field("valid", .boolean, "Whether it would have been let in."),
            Field("code", .text(ErrorCode.self), .optional, "Why not."),
            Field("reason", .string(maximumLength: 1024), .optional, "Why not."),
            Field("duration", .count, "How long the answer took, ms."),
        ])

    public static var samples: [AppTestReply] {
        [
            AppTestReply(valid: false, code: .tokenExpired, reason: "expired an hour ago", duration: 12)
        ]
    }
}
