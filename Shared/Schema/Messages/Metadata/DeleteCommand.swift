/// Deletes records.
public struct DeleteCommand: Message, Equatable {
    /// Their ids.
    public var beacons: [String]

    /// Each argument is the field of its name.
    public init(
        beacons: [String]
    ) {
        self.beacons = beacons
    }

    public static let schema = ObjectSchema(
        "DeleteCommand", "Deletes records.",
        [
            Field("beacons", .array(.string(maximumLength: 96), 1...256), "Their ids.")
        ])

    public static var samples: [DeleteCommand] {
        [
            DeleteCommand(beacons: ["mac-aabbccddeeff"])
        ]
    }
}
