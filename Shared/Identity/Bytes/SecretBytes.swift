internal import COpenSSL
public import Schema

/// Bytes that must not be seen: overwritten when the last holder lets go, printed as the type's name only (D13).
public final class SecretBytes: Sendable, Redacted {
    /// How many there are.
    public let count: Int
    private let start: Address

    /// The address, never written to after the initialiser: so it may be shared.
    private struct Address: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    /// Copies the bytes; the caller's own copy stays the caller's affair.
    public init(_ bytes: [UInt8]) {
        count = bytes.count
        start = Address(pointer: .allocate(byteCount: max(bytes.count, 1), alignment: 1))
        bytes.withUnsafeBytes {
            if let from = $0.baseAddress { start.pointer.copyMemory(from: from, byteCount: count) }
        }
    }

    /// Takes the bytes over and overwrites the caller's with zeros.
    public convenience init(consuming bytes: inout [UInt8]) {
        self.init(bytes)
        bytes.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        bytes.removeAll()
    }

    /// The UTF-8 of a text.
    public convenience init(text: String) {
        self.init(Array(text.utf8))
    }

    /// New bytes from the system's generator.
    public static func random(_ count: Int) -> SecretBytes {
        var bytes = SystemRandom.bytes(count)
        return SecretBytes(consuming: &bytes)
    }

    deinit {
        OPENSSL_cleanse(start.pointer, count)
        start.pointer.deallocate()
    }

    /// Shows the bytes for the time of a call.
    public func withBytes<Result, Failure>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try withExtendedLifetime(self) { () throws(Failure) -> Result in
            try body(UnsafeRawBufferPointer(start: start.pointer, count: count))
        }
    }

    /// A copy, for what takes nothing else.
    public var bytes: [UInt8] { withBytes { Array($0) } }
}

extension SecretBytes: Equatable {
    /// In constant time.
    public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
        guard left.count == right.count else { return false }
        return left.withBytes { left in
            right.withBytes { right in CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0 }
        }
    }
}
