/// A 48-bit Bluetooth device address, written `aa:bb:cc:dd:ee:ff`, most significant byte first.
public struct BluetoothAddress: TextValue, BitwiseCopyable {
    /// The 48 bits; the first written byte is the most significant.
    public let value: UInt64

    /// Bits above 48 are dropped.
    @inlinable
    public init(truncating value: UInt64) {
        self.value = value & 0xffff_ffff_ffff
    }

    /// Canonical form only: lower case, colons.
    public init?(_ text: String) {
        guard text.utf8.count == 17 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 6 else { return nil }
        var value: UInt64 = 0
        for part in parts {
            guard part.count == 2, let byte = Hex.word(part) else { return nil }
            value = value << 8 | byte
        }
        self.value = value
    }

    /// For what people type: upper case, hyphens, or the 12 digits alone are accepted too.
    public init?(lenient text: String) {
        let digits = text.lowercased().filter { $0 != ":" && $0 != "-" }
        guard digits.utf8.count == 12, let value = Hex.word(digits.utf8) else { return nil }
        self.value = value
    }

    public var description: String {
        let digits = Hex.text(value, digits: 12)
        return stride(from: 0, to: 12, by: 2).map { digits.dropFirst($0).prefix(2) }.joined(separator: ":")
    }

    public static let title = "address"
    public static let form = "a Bluetooth address, aa:bb:cc:dd:ee:ff in lower case"
    public static let pattern = "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$"
    public static let maximumLength = 17
}
