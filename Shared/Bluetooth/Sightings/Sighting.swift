public import Schema

/// What one report says about one beacon: the decode's output and the tracker's input.
///
/// Fixed size, nothing allocated. `name` and `url` are borrowed from the report and valid only during the call that
/// hands the sighting over.
public struct Sighting {
    /// Which beacon; nil where the report identifies none (telemetry alone, scan responses, other devices). Such a
    /// sighting still tells something about its address.
    public var identity: BeaconIdentity?
    /// The advertiser; zero when anonymous.
    public var address: BluetoothAddress
    /// What the address says about itself.
    public var addressKind: AddressKind
    /// Properties of the report, e.g. scan response.
    public var properties: AdvertisingReport.Properties
    /// dBm, −127…20; nil when the receiver gave none.
    public var rssi: Int8?
    /// Expected RSSI at 1 m in dBm, from the beacon's own frame.
    public var power: Int16?
    /// Transmit power at the antenna in dBm (AD type 0x0a).
    public var txPower: Int8?
    /// The name as sent: any bytes, not necessarily UTF-8.
    public var name: UnsafeRawBufferPointer?
    /// Plain Eddystone telemetry of this address.
    public var telemetry: EddystoneTelemetry?
    /// The URL of an Eddystone-URL or UriBeacon frame.
    public var url: CompressedURL?

    /// A sighting with identity, address and strength alone; for tests and other sources than the radio.
    public init(
        identity: BeaconIdentity?, address: BluetoothAddress = BluetoothAddress(truncating: 0),
        addressKind: AddressKind = .unknown, rssi: Int8? = nil, power: Int16? = nil,
        telemetry: EddystoneTelemetry? = nil
    ) {
        self.identity = identity
        self.address = address
        self.addressKind = addressKind
        properties = []
        self.rssi = rssi
        self.power = power
        self.telemetry = telemetry
    }
}
