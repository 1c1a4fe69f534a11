/// What one advertising report of a monitored beacon carried, byte for byte.
public struct RawReport: SchemaObject, Equatable {
    /// The beacon it belongs to.
    public var beacon: BeaconID
    /// The advertiser's address.
    public var address: BluetoothAddress
    /// Whether the address is random.
    public var random: Bool
    /// Signal strength, dBm.
    public var rssi: Int?
    /// The AD structures, hex.
    public var data: String
    /// Since the report, ms.
    public var age: Int64

    /// The most bytes of AD structures; longer ones are left out and counted.
    public static let maximumBytes = 254

    /// Each argument is the field of its name.
    public init(
        beacon: BeaconID, address: BluetoothAddress, random: Bool, rssi: Int? = nil, data: String, age: Int64
    ) {
        self.beacon = beacon
        self.address = address
        self.random = random
        self.rssi = rssi
        self.data = data
        self.age = age
    }

    public static let schema = ObjectSchema(
        "RawReport", "What one advertising report of a monitored beacon carried, byte for byte.",
        [
            Field("beacon", .text(BeaconID.self), "The beacon it belongs to."),
            Field("address", .text(BluetoothAddress.self), "The advertiser's address."),
            Field("random", .boolean, "Whether the address is random."),
            Field("rssi", .integer(-127...20), .optional, "Signal strength, dBm."),
            Field("data", .string(maximumLength: 2 * maximumBytes), "The AD structures, hex."),
            Field("age", .count, "Since the report, ms."),
        ])
}
