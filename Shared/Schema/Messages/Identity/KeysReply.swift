/// The decoding keys in use; only as the answer to a node's own request (D13).
public struct KeysReply: Message, Equatable {
    /// Their revision.
    public var revision: Int64
    /// The keys.
    public var keys: [DecodingKey]

    /// Each argument is the field of its name.
    public init(
        revision: Int64, keys: [DecodingKey]
    ) {
        self.revision = revision
        self.keys = keys
    }

    public static let schema = ObjectSchema(
        "KeysReply", "The decoding keys in use; only as the answer to a node's own request (D13).",
        [
            Field("revision", .count, "Their revision."),
            Field("keys", .list(DecodingKey.self, 0...256), "The keys."),
        ])

    public static var samples: [KeysReply] {
        [
            KeysReply(
                revision: 3,
                keys: [
                    DecodingKey(name: .sample, kind: .irk, key: "000102030405060708090a0b0c0d0e0f"),
                    DecodingKey(
                        name: .sample, kind: .eddystoneEID, key: "000102030405060708090a0b0c0d0e0f", scaler: 10,
                        offset: 1_700_000_000),
                ])
        ]
    }
}
