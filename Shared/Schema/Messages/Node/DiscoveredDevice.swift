/// A device in range.
public struct DiscoveredDevice: SchemaObject, Equatable {
    /// Its address at the moment.
    public var address: BluetoothAddress
    /// Its identity, where it has one.
    public var beacon: BeaconID?
    /// The name it gives itself.
    public var name: String?
    /// Strength of the newest report, dBm.
    public var rssi: Int?
    /// Since its newest report, ms.
    public var age: Int64

    /// Each argument is the field of its name.
    public init(
        address: BluetoothAddress, beacon: BeaconID? = nil, name: String? = nil, rssi: Int? = nil, age: Int64
    ) {
        self.address = address
        self.beacon = beacon
        self.name = name
        self.rssi = rssi
        self.age = age
    }

    public static let schema = ObjectSchema(
        "DiscoveredDevice", "A device in range.",
        [
            Field("address", .text(BluetoothAddress.self), "Its address at the moment."),
            Field("beacon", .text(BeaconID.self), .optional, "Its identity, where it has one."),
            Field("name", .string(maximumLength: 256), .optional, "The name it gives itself."),
            Field("rssi", .integer(-127...20), .optional, "Strength of the newest report, dBm."),
            Field("age", .count, "Since its newest report, ms."),
        ])
}
