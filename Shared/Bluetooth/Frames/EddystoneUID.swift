/// An Eddystone-UID frame: a 10-byte namespace and a 6-byte instance.
public struct EddystoneUID: Hashable, Sendable {
    /// Transmit power at 0 m in dBm.
    public var powerAtZero: Int8
    /// Namespace bytes 0–7.
    public var high: UInt64
    /// Namespace bytes 8–9, then the instance.
    public var low: UInt64

    /// Reads the frame from its power byte on: 17 bytes; the two reserved ones may be absent.
    @inlinable
    init(_ bytes: UnsafeRawPointer) {
        powerAtZero = bytes.signedByte(0)
        high = bytes.big64(1)
        low = bytes.big64(9)
    }
}
