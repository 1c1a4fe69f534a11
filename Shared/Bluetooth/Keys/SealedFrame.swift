internal import Schema

/// An encrypted frame of a sensor, taken apart; what it points to belongs to the report.
struct SealedFrame {
    /// How frames are sealed; each scheme counts on its own.
    enum Scheme: Int, CaseIterable {
        case btHome1
        case btHome2
        case miBeacon
        /// MiBeacon 2 and 3: keys of 12 bytes, no tag.
        case miBeaconLegacy
        case atc
    }

    var scheme: Scheme
    /// The device whose key it takes.
    var address: BluetoothAddress
    /// Rises with each new frame.
    var counter: UInt32
    /// How the device counts.
    var counterWidth = ReplayGuard.Width.whole
    /// 11 to 13 bytes, the rest zero.
    var nonce = CipherBlock()
    var nonceCount: Int32 = 0
    /// Whether the byte 0x11 is authenticated along with the text (all but BTHome 2).
    var isBoundToPrefix: Bool
    var cipherText: UnsafeRawPointer
    /// Bytes of the text, at most ``longest``.
    var count: Int
    /// The four bytes of the tag; for the scheme without one, the end of the frame.
    var tag: UnsafeRawPointer

    /// The longest text: what an AD structure holds.
    static let longest = 255

    /// Adds bytes to the nonce.
    mutating func appendNonce(_ bytes: UnsafeRawPointer, _ count: Int) {
        for offset in 0..<count { appendNonce(bytes.byte(offset)) }
    }

    /// Adds a byte to the nonce.
    mutating func appendNonce(_ byte: UInt8) {
        guard nonceCount < 13 else { return }
        nonce[Int(nonceCount)] = byte
        nonceCount += 1
    }

    /// Adds the device's address to the nonce, as written or as it is on the air.
    mutating func appendNonce(_ address: BluetoothAddress, reversed: Bool) {
        for index in 0..<6 {
            let shift = UInt64(reversed ? index : 5 - index) * 8
            appendNonce(UInt8(truncatingIfNeeded: address.value >> shift))
        }
    }
}
