/// An iBeacon frame: Apple's company identifier 0x004c, type 0x02, length 0x15.
public struct IBeacon: Hashable, Sendable {
    /// Proximity UUID, most significant half.
    public var uuidHigh: UInt64
    /// Proximity UUID, least significant half.
    public var uuidLow: UInt64
    /// Usually a group of beacons.
    public var major: UInt16
    /// Usually the beacon in its group.
    public var minor: UInt16
    /// RSSI at 1 m in dBm.
    public var power: Int8

    /// A frame of the given values.
    @inlinable
    public init(uuidHigh: UInt64, uuidLow: UInt64, major: UInt16, minor: UInt16, power: Int8) {
        self.uuidHigh = uuidHigh
        self.uuidLow = uuidLow
        self.major = major
        self.minor = minor
        self.power = power
    }

    /// Reads the 21 bytes after company, type and length.
    @inlinable
    init(_ bytes: UnsafeRawPointer) {
        uuidHigh = bytes.big64(0)
        uuidLow = bytes.big64(8)
        major = bytes.big16(16)
        minor = bytes.big16(18)
        power = bytes.signedByte(20)
    }
}
