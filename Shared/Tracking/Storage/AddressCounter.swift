/// Counts distinct addresses exactly up to a bound; beyond it the count is "at least".
///
/// Grows with what is heard (two addresses an eight-byte word at most), so a quiet site pays for a few dozen.
public struct AddressCounter {
    /// Distinct addresses seen, at most `limit`.
    public private(set) var count = 0
    /// Whether there were more than `limit`.
    public private(set) var isSaturated = false
    private var table: [UInt64]
    private let limit: Int

    /// Counts at most `limit` addresses.
    public init(limit: Int = 16_384) {
        self.limit = max(limit, 1)
        table = Array(repeating: 0, count: 64)
    }

    /// Takes in an address; says whether it is new.
    @discardableResult
    public mutating func insert(_ address: UInt64) -> Bool {
        // Zero marks an empty place.
        let stored = address | 1 << 63
        let position = Self.position(of: stored, in: table)
        guard table[position] == 0 else { return false }
        guard count < limit else {
            isSaturated = true
            return false
        }
        table[position] = stored
        count += 1
        if count * 2 > table.count { grow() }
        return true
    }

    /// Where an address is, or would go.
    private static func position(of stored: UInt64, in table: [UInt64]) -> Int {
        let mask = table.count - 1
        var mixed = stored &* 0x9e37_79b9_7f4a_7c15
        mixed ^= mixed >> 32
        var position = Int(truncatingIfNeeded: mixed) & mask
        while table[position] != 0, table[position] != stored { position = (position + 1) & mask }
        return position
    }

    private mutating func grow() {
        var larger = [UInt64](repeating: 0, count: table.count * 2)
        for stored in table where stored != 0 { larger[Self.position(of: stored, in: larger)] = stored }
        table = larger
    }
}
