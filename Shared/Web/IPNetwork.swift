/// A range of addresses, `203.0.113.0/24`; without a length it is one address.
public struct IPNetwork: Hashable, Sendable, CustomStringConvertible {
    /// Its first address.
    public let address: IPAddress
    /// How many leading bits count, 0 … 32 or 128.
    public let length: Int

    /// Reads an address with or without a length; nil if it is none, or if bits beyond the length are set: that is
    /// more often a slip than an intention.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        let bits = address.bytes.count * 8
        var length = bits
        if parts.count == 2 {
            guard parts[1].utf8.count <= 3, parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
                let number = Int(parts[1]), number <= bits
            else { return nil }
            length = number
        }
        self.init(address, length)
        guard (length..<bits).allSatisfy({ !Self.bit($0, of: address) }) else { return nil }
    }

    init(_ address: IPAddress, _ length: Int) {
        self.address = address
        self.length = length
    }

    /// Whether an address lies in it. An IPv4-mapped address lies in the networks of its IPv4 address too.
    public func contains(_ other: IPAddress) -> Bool {
        if other.bytes.count == address.bytes.count {
            let whole = length / 8
            guard other.bytes[..<whole] == address.bytes[..<whole] else { return false }
            guard length % 8 != 0 else { return true }
            let shift = UInt8(8 - length % 8)
            return other.bytes[whole] >> shift == address.bytes[whole] >> shift
        }
        return other.embedded.map(contains) ?? false
    }

    private static func bit(_ index: Int, of address: IPAddress) -> Bool {
        address.bytes[index / 8] >> UInt8(7 - index % 8) & 1 == 1
    }

    public var description: String {
        length == address.bytes.count * 8 ? "\(address)" : "\(address)/\(length)"
    }
}
