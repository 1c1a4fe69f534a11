/// Decimal text without sign and leading zeros.
enum Decimal {
    /// 2^53−1: the greatest integer that every JSON reader keeps exactly.
    static let greatestExact: Int64 = 9_007_199_254_740_991

    /// Digits without leading zeros, at most 2^53−1; nil for anything else.
    static func number(_ bytes: some Collection<UInt8>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        for byte in bytes {
            guard byte >= 48, byte <= 57, count < 16, count == 0 || value > 0 else { return nil }
            value = value * 10 + Int64(byte - 48)
            count += 1
        }
        return count > 0 && value <= greatestExact ? value : nil
    }
}
