internal import Schema

extension BluetoothAddress {
    /// Reads six bytes as they travel in HCI events and on the air, least significant first.
    /// The caller has checked that they are there.
    @inline(__always)
    init(littleEndian bytes: UnsafeRawPointer) {
        self.init(truncating: UInt64(bytes.little32(0)) | UInt64(bytes.little16(4)) << 32)
    }

    /// Reads six bytes as they are written, most significant first. The caller has checked that they are there.
    @inline(__always)
    init(bigEndian bytes: UnsafeRawPointer) {
        self.init(truncating: UInt64(bytes.big32(0)) << 16 | UInt64(bytes.big16(4)))
    }
}
