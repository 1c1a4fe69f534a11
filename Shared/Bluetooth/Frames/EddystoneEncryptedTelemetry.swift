/// An encrypted Eddystone-TLM frame (version 1): recognised, not read, as only the key's holder can.
public struct EddystoneEncryptedTelemetry: Hashable, Sendable {
    /// Encrypted telemetry, bytes 0–7.
    public var high: UInt64
    /// Encrypted telemetry, bytes 8–11.
    public var low: UInt32
    /// Random, part of the nonce.
    public var salt: UInt16
    /// Message integrity check.
    public var integrity: UInt16

    /// Reads the 16 bytes after type and version.
    @inlinable
    init(_ bytes: UnsafeRawPointer) {
        high = bytes.big64(0)
        low = bytes.big32(8)
        salt = bytes.big16(12)
        integrity = bytes.big16(14)
    }
}
