/// The Bluetooth adapter of a scanner.
public struct AdapterReport: SchemaObject, Equatable {
    /// Its name, e.g. hci0.
    public var name: String?
    /// Its address.
    public var address: BluetoothAddress?
    /// What it is good for.
    public var state: AdapterState

    /// Each argument is the field of its name.
    public init(
        name: String? = nil, address: BluetoothAddress? = nil, state: AdapterState
    ) {
        self.name = name
        self.address = address
        self.state = state
    }

    public static let schema = ObjectSchema(
        "AdapterReport", "The Bluetooth adapter of a scanner.",
        [
            Field("name", .string(maximumLength: 64), .optional, "Its name, e.g. hci0."),
            Field("address", .text(BluetoothAddress.self), .optional, "Its address."),
            Field("state", .words(AdapterState.self), "What it is good for."),
        ])
}
