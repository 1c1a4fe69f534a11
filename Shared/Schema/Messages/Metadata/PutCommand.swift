/// Adds or replaces records, each wholly or not at all.
public struct PutCommand: Message, Equatable {
    /// BeaconRecords; a bad one is refused alone.
    public var records: [JSONValue]

    /// Each argument is the field of its name.
    public init(
        records: [JSONValue]
    ) {
        self.records = records
    }

    public static let schema = ObjectSchema(
        "PutCommand", "Adds or replaces records, each wholly or not at all.",
        [
            Field("records", .array(.any, 1...200), "BeaconRecords; a bad one is refused alone.")
        ])

    public static var samples: [PutCommand] {
        [
            PutCommand(records: [BeaconRecord.sample.json])
        ]
    }
}
