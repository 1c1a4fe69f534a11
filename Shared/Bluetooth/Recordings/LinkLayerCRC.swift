/// The 24-bit CRC of the LE link layer: polynomial x^24+x^10+x^9+x^6+x^4+x^3+x+1, least significant bit first,
/// preset 0x555555 for advertising (Core Specification Vol 6 Part B 3.1.1).
enum LinkLayerCRC {
    // Both the polynomial and the preset appear bit-reversed, as the register is shifted to the right.
    private static let polynomial: UInt32 = 0xda_6000
    private static let preset: UInt32 = 0xaa_aaaa

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 0 ? value >> 1 : value >> 1 ^ polynomial }
    }

    /// The CRC of header and payload, as a little-endian number of its three bytes on the air.
    static func compute(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.reduce(preset) { state, byte in state >> 8 ^ table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] }
        }
    }
}
