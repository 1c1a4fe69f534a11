/// An observer's answer to the token question: a token, or null for "ask the next" (H36). Never retained, never logged.
public struct TokenAnswer: Message, Equatable {
    /// The access token; the key is always written.
    public var token: String?

    /// Each argument is the field of its name.
    public init(token: String?) {
        self.token = token
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(token, forKey: .token)
    }

    public static let schema = ObjectSchema(
        "TokenAnswer", "An observer's answer to the token question.",
        [
            Field(
                "token", .string(maximumLength: 16_384), .nullable, "The access token, or null: ask the next observer.")
        ])

    public static var samples: [TokenAnswer] { [TokenAnswer(token: "…"), TokenAnswer(token: nil)] }
}
