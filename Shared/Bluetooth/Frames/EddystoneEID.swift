/// An Eddystone-EID frame: an identifier that changes with time.
public struct EddystoneEID: Hashable, Sendable {
    /// Transmit power at 0 m in dBm.
    public var powerAtZero: Int8
    /// The eight bytes, most significant first.
    public var identifier: UInt64

    /// Reads the frame from its power byte on: nine bytes.
    @inlinable
    init(_ bytes: UnsafeRawPointer) {
        powerAtZero = bytes.signedByte(0)
        identifier = bytes.big64(1)
    }
}
