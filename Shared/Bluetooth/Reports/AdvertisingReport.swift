public import Schema

/// One advertising report of a controller: who advertised what, how strong.
///
/// A borrowed view: `data` points into the event (or the parser's reassembly buffer) and is valid only during the
/// call that hands the report over. Nothing is copied and nothing allocated. Layouts: Core Specification
/// Vol 4 Part E 7.7.65.2 (legacy) and 7.7.65.13 (extended).
public struct AdvertisingReport {
    /// The advertising data: AD structures, at most 31 bytes in legacy reports and 1,650 in extended ones.
    public var data: UnsafeRawBufferPointer
    /// The advertiser; zero when `addressType` is 0xff (anonymous).
    public var address: BluetoothAddress
    /// As in the extended report, reserved bits masked; legacy reports are mapped onto their legacy-PDU values.
    public var properties: Properties
    /// Whole, one fragment, or cut short by the controller.
    public var dataStatus: DataStatus
    /// The type octet of the address: 0 public, 1 random, 2 and 3 identities, 0xff anonymous.
    public var addressType: UInt8
    /// PHY of the primary channel: 1 = LE 1M, 3 = LE coded.
    public var primaryPHY: UInt8
    /// PHY of the secondary channel: 0 = none, 1 = 1M, 2 = 2M, 3 = coded.
    public var secondaryPHY: UInt8
    /// Advertising set, 0…15; 0xff = none.
    public var advertisingSet: UInt8
    /// dBm as received; 127 = not available. Prefer `rssi`.
    public var rawRSSI: Int8
    /// dBm as received; 127 = not available. Prefer `txPower`.
    public var rawTxPower: Int8
    /// True when it came in an extended advertising report (HCI subevent 0x0d).
    public var isExtended: Bool
    /// How long before it was handed over it was heard, ns; 0 where that is now, as from every receiver of our own.
    public var age: Int64

    /// A legacy report by default; every field can be set afterwards.
    @inlinable
    public init(
        data: UnsafeRawBufferPointer, address: BluetoothAddress, addressType: UInt8, properties: Properties,
        rawRSSI: Int8
    ) {
        self.data = data
        self.address = address
        self.properties = properties
        dataStatus = .complete
        self.addressType = addressType
        primaryPHY = 1
        secondaryPHY = 0
        advertisingSet = 0xff
        self.rawRSSI = rawRSSI
        rawTxPower = 127
        isExtended = false
        age = 0
    }

    /// Received strength in dBm, −127…20; nil when the controller gave none (127) or an impossible value (R11).
    @inlinable
    public var rssi: Int8? { rawRSSI > 20 || rawRSSI == -128 ? nil : rawRSSI }

    /// True for values that are neither a strength (−127…20) nor "not available" (127).
    @inlinable
    public var hasImpossibleRSSI: Bool { (rawRSSI > 20 && rawRSSI != 127) || rawRSSI == -128 }

    /// Transmit power of the controller's report in dBm, −127…20; nil when not available.
    @inlinable
    public var txPower: Int8? { rawTxPower > 20 || rawTxPower == -128 ? nil : rawTxPower }

    /// What the address says about itself.
    @inlinable
    public var addressKind: AddressKind { AddressKind(type: addressType, address: address) }

    /// True when the advertiser sent no address.
    @inlinable
    public var isAnonymous: Bool { addressType == 0xff }
}
