/// A key with which a scanner recognises a beacon. Held in memory only.
public struct DecodingKey: SchemaObject, Equatable {
    /// What the beacon is called.
    public var name: BeaconName
    /// What the key is for.
    public var kind: KeyKind
    /// The key, 32 lower-case hex digits, most significant byte first; 24 for the bind key of an older MiBeacon.
    public var key: String
    /// Eddystone EID: the rotation period exponent.
    public var scaler: Int64?
    /// Eddystone EID: the wall clock at which the beacon's time counter was 0, s since 1970.
    public var offset: Int64?
    /// Bind keys: the device whose frames it opens.
    public var address: BluetoothAddress?

    /// Each argument is the field of its name.
    public init(
        name: BeaconName, kind: KeyKind, key: String, scaler: Int64? = nil, offset: Int64? = nil,
        address: BluetoothAddress? = nil
    ) {
        self.name = name
        self.kind = kind
        self.key = key
        self.scaler = scaler
        self.offset = offset
        self.address = address
    }

    public static let schema = ObjectSchema(
        "DecodingKey", "A key with which a scanner recognises a beacon. Held in memory only.",
        [
            Field("name", .text(BeaconName.self), "What the beacon is called."),
            Field("kind", .words(KeyKind.self), "What the key is for."),
            Field("key", .string(maximumLength: 64), "The key, 32 hex digits; 24 for older MiBeacon."),
            Field("scaler", .integer(0...15), .optional, "Eddystone EID: the rotation period exponent."),
            Field(
                "offset", .integer(-9_007_199_254_740_991...9_007_199_254_740_991), .optional,
                "Eddystone EID: when the beacon's time counter was 0, s since 1970."),
            Field("address", .text(BluetoothAddress.self), .optional, "Bind keys: the device whose frames it opens."),
        ])
}
