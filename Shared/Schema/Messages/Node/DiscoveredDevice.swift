/// A device in range.
public struct DiscoveredDevice: SchemaObject, Equatable {
    /// Its address at the moment; zeros where a gateway does not tell it.
    public var address: BluetoothAddress
    /// Its identity, where it has one.
    public var beacon: BeaconID?
    /// What kind of device it is, as far as its bytes say: ibeacon, apple-find-my, …
    public var kind: String?
    /// The AD structures of its newest report, hex; at most their first 64 bytes.
    public var data: String?
    /// The name it gives itself.
    public var name: String?
    /// Strength of the newest report, dBm.
    public var rssi: Int?
    /// Reports heard of it.
    public var reports: Int64?
    /// The median of their strengths, dBm to a tenth; absent where none had a strength.
    public var median: Double?
    /// The standard deviation of their strengths, dB to a tenth.
    public var deviation: Double?
    /// Since its newest report, ms.
    public var age: Int64

    /// Each argument is the field of its name.
    public init(
        address: BluetoothAddress, beacon: BeaconID? = nil, kind: String? = nil, data: String? = nil,
        name: String? = nil, rssi: Int? = nil, reports: Int64? = nil, median: Double? = nil, deviation: Double? = nil,
        age: Int64
    ) {
        self.address = address
        self.beacon = beacon
        self.kind = kind
        self.data = data
        self.name = name
        self.rssi = rssi
        self.reports = reports
        self.median = median
        self.deviation = deviation
        self.age = age
    }

    public static let schema = ObjectSchema(
        "DiscoveredDevice", "A device in range.",
        [
            Field(
                "address", .text(BluetoothAddress.self),
                "Its address at the moment; zeros where a gateway does not tell it."),
            Field("beacon", .text(BeaconID.self), .optional, "Its identity, where it has one."),
            Field("kind", .string(maximumLength: 64), .optional, "What kind of device it is, as far as its bytes say."),
            Field(
                "data", .string(maximumLength: 128), .optional,
                "The AD structures of its newest report, hex; at most their first 64 bytes."),
            Field("name", .string(maximumLength: 256), .optional, "The name it gives itself."),
            Field("rssi", .integer(-127...20), .optional, "Strength of the newest report, dBm."),
            Field("reports", .count, .optional, "Reports heard of it."),
            Field(
                "median", .number(-127...20), .optional,
                "The median of their strengths, dBm; as received, without the node's calibration."),
            Field("deviation", .number(0...128), .optional, "The standard deviation of their strengths, dB."),
            Field("age", .count, "Since its newest report, ms."),
        ])
}
