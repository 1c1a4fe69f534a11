/// The decoding keys in use; only as the answer to a node's own request (D13).
public struct KeysReply: Message, Equatable {
    /// Their revision.
    public var revision: Int64
    /// The keys.
    public var keys: [DecodingKey]
    /// Present if there are more: ask again with it as `after`.
    public var next: BeaconName?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, keys: [DecodingKey], next: BeaconName? = nil
    ) {
        self.revision = revision
        self.keys = keys
        self.next = next
    }

    /// The most keys one answer holds: as many as always fit into a message.
    public static let greatestCount = 256

    public static let schema = ObjectSchema(
        "KeysReply", "The decoding keys in use; only as the answer to a node's own request (D13).",
        [
            Field("revision", .count, "Their revision."),
            Field("keys", .list(DecodingKey.self, 0...greatestCount), "The keys, in order of their names."),
            Field(
                "next", .text(BeaconName.self), .optional, "Present if there are more: ask again with it as `after`."),
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
                    DecodingKey(
                        name: .sample, kind: .bindKey, key: "000102030405060708090a0b0c0d0e0f", address: .sample),
                ], next: .sample),
            KeysReply(revision: 0, keys: []),
        ]
    }
}
