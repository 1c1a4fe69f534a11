/// The bounds of batches and readings: one list for schema, writer and reader.
public enum BatchLimits {
    /// Greatest number of entries in a batch.
    public static let entries = 128
    /// Greatest number of entries in a readings message.
    public static let readings = 512
    /// Greatest length of a name or URL, bytes of UTF-8; longer ones are cut at a character.
    public static let text = 256
    /// Greatest number of changes in an entry.
    public static let changes = 16
    /// Greatest length of the name of a field that changed, bytes.
    public static let field = 64

    static let rssi: ClosedRange<Double> = -127...127
    static let power: ClosedRange<Int64> = -127...127
    static let distance: ClosedRange<Double> = 0...100_000
    static let count: ClosedRange<Int64> = 0...Decimal.greatestExact
    static let ordinal: ClosedRange<Int64> = 1...Decimal.greatestExact
}

extension String {
    /// The text, cut in front of the character that would go beyond so many bytes of UTF-8.
    func cut(toBytes limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: limit)
        while end > utf8.startIndex, utf8[end] & 0xc0 == 0x80 { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
