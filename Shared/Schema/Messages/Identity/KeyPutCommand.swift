/// Adds decoding keys, or replaces those of their names; all of them or none.
public struct KeyPutCommand: Message, Equatable {
    /// The keys.
    public var keys: [DecodingKey]

    /// Each argument is the field of its name.
    public init(
        keys: [DecodingKey]
    ) {
        self.keys = keys
    }

    public static let schema = ObjectSchema(
        "KeyPutCommand", "Adds decoding keys, or replaces those of their names; all of them or none.",
        [
            Field("keys", .list(DecodingKey.self, 1...KeysReply.greatestCount), "The keys.")
        ])

    public static var samples: [KeyPutCommand] {
        [
            KeyPutCommand(keys: KeysReply.samples[0].keys)
        ]
    }
}
