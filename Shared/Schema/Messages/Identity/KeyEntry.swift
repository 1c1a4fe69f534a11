/// A decoding key without the key itself.
public struct KeyEntry: SchemaObject, Equatable {
    /// What the beacon is called.
    public var name: BeaconName
    /// What the key is for.
    public var kind: KeyKind
    /// Bind keys: the device whose frames it opens.
    public var address: BluetoothAddress?
    /// The beacon that it makes known.
    public var beacon: BeaconID?

    /// Each argument is the field of its name.
    public init(
        name: BeaconName, kind: KeyKind, address: BluetoothAddress? = nil, beacon: BeaconID? = nil
    ) {
        self.name = name
        self.kind = kind
        self.address = address
        self.beacon = beacon
    }

    public static let schema = ObjectSchema(
        "KeyEntry", "A decoding key without the key itself.",
        [
            Field("name", .text(BeaconName.self), "What the beacon is called."),
            Field("kind", .words(KeyKind.self), "What the key is for."),
            Field("address", .text(BluetoothAddress.self), .optional, "Bind keys: the device whose frames it opens."),
            Field("beacon", .text(BeaconID.self), .optional, "The beacon that it makes known."),
        ])
}
