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
    /// The type octet of the address: 0 public, 1 random, 2 and 3 identities, 0xff anonymous.
    public var addressType: UInt8
    /// Properties of the report, e.g. scan response.
    public var properties: AdvertisingReport.Properties
    /// dBm, −127…20; nil when the receiver gave none.
    public var rssi: Int8?
    /// Expected RSSI at 1 m in dBm, from the beacon's own frame.
    public var power: Int16?
    /// Transmit power at the antenna in dBm (AD type 0x0a).
    public var txPower: Int8?
    var nameStart: UnsafeRawPointer?
    var nameCount: UInt16 = 0
    /// What the report's frames measured; borrowed, valid only during the call that hands the sighting over.
    public var values: UnsafePointer<TelemetryValues>?
    /// What kind of device sent it.
    public var kind = DeviceKind.unknown
    /// The URL of an Eddystone-URL or UriBeacon frame.
    public var url: CompressedURL?

    /// A sighting with identity, address and strength alone; for tests and other sources than the radio.
    public init(
        identity: BeaconIdentity?, address: BluetoothAddress = BluetoothAddress(truncating: 0),
        addressType: UInt8 = 1, rssi: Int8? = nil, power: Int16? = nil
    ) {
        self.identity = identity
        self.address = address
        self.addressType = addressType
        properties = []
        self.rssi = rssi
        self.power = power
    }

    /// The name as sent: any bytes, not necessarily UTF-8; nil where the report has none.
    public var name: UnsafeRawBufferPointer? {
        get { nameStart.map { UnsafeRawBufferPointer(start: $0, count: Int(nameCount)) } }
        set {
            nameStart = newValue?.baseAddress
            nameCount = UInt16(clamping: newValue?.count ?? 0)
        }
    }

    /// What the address says about itself.
    public var addressKind: AddressKind { AddressKind(type: addressType, address: address) }
}
