/// Asks for the records of up to 256 beacons.
public struct LookupRequest: Message, Equatable {
    /// Their ids; a malformed one fails alone.
    public var beacons: [String]

    /// Each argument is the field of its name.
    public init(
        beacons: [String]
    ) {
        self.beacons = beacons
    }

    public static let schema = ObjectSchema(
        "LookupRequest", "Asks for the records of up to 256 beacons.",
        [
            Field("beacons", .array(.string(maximumLength: 96), 1...256), "Their ids; a malformed one fails alone.")
        ])

    public static var samples: [LookupRequest] {
        [
            LookupRequest(beacons: ["mac-aabbccddeeff"])
        ]
    }
}
