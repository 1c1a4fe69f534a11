/// An AltBeacon frame (AltBeacon 1.0): any company, code 0xbeac, a 20-byte beacon id.
public struct AltBeacon: Hashable, Sendable {
    /// Bluetooth company identifier.
    public var company: UInt16
    /// Beacon id, bytes 0–7.
    public var high: UInt64
    /// Beacon id, bytes 8–15.
    public var middle: UInt64
    /// Beacon id, bytes 16–19.
    public var low: UInt32
    /// RSSI at 1 m in dBm.
    public var power: Int8
    /// The manufacturer's own byte; nil in frames that leave it out.
    public var reserved: UInt8?

    /// Reads the 21 bytes after company and code.
    @inlinable
    init(company: UInt16, _ bytes: UnsafeRawPointer, reserved: UInt8?) {
        self.company = company
        high = bytes.big64(0)
        middle = bytes.big64(8)
        low = bytes.big32(16)
        power = bytes.signedByte(20)
        self.reserved = reserved
    }
}
