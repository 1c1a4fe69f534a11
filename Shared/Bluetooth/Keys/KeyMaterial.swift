internal import COpenSSL
internal import Schema

/// The bytes of one key: overwritten when the last holder lets go, never shown (D13).
final class KeyMaterial: Sendable, Redacted {
    /// How many bytes there are.
    let count: Int
    private let start: Address

    /// Never written to after the initialiser, so it may be shared.
    private struct Address: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    /// Copies the bytes; the caller's own are the caller's affair.
    init(_ bytes: some Collection<UInt8>) {
        count = bytes.count
        start = Address(pointer: .allocate(byteCount: max(bytes.count, 1), alignment: 8))
        for (offset, byte) in bytes.enumerated() {
            start.pointer.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
        }
    }

    deinit {
        OPENSSL_cleanse(start.pointer, count)
        start.pointer.deallocate()
    }

    /// Shows the bytes for the time of a call.
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: start.pointer, count: count)) }
    }

    /// Tells keys apart, and of the key no more than that: 32 bits of HMAC-SHA-256 with the key over a fixed text.
    var fingerprint: UInt32 {
        var digest = [UInt8](repeating: 0, count: 32)
        let text = Array("beaconbus replay mark".utf8)
        let isDone = withBytes {
            HMAC(EVP_sha256(), $0.baseAddress, Int32($0.count), text, text.count, &digest, nil) != nil
        }
        return isDone ? digest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } : 0
    }

    /// Whether both are the same key, in constant time.
    func isEqual(to other: KeyMaterial) -> Bool {
        guard count == other.count else { return false }
        return withBytes { own in
            other.withBytes { CRYPTO_memcmp(own.baseAddress, $0.baseAddress, own.count) == 0 }
        }
    }
}
