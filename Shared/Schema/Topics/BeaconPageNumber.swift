/// The number of a page of the retained beacon list, 0 … 63; as a topic level two hex digits, `00` … `3f`.
public struct BeaconPageNumber: TextValue {
    /// 0 … 63.
    public let value: UInt8

    /// How many pages there are.
    public static let count = 64

    /// Nil outside 0 … 63.
    public init?(_ value: Int) {
        guard (0..<Self.count).contains(value) else { return nil }
        self.value = UInt8(value)
    }

    /// The page a beacon belongs to.
    public init(of beacon: BeaconID) {
        value = UInt8(truncatingIfNeeded: beacon.page)
    }

    /// Nil unless the text is exactly of this form.
    public init?(_ text: String) {
        guard text.utf8.count == 2, let value = Hex.word(text.utf8) else { return nil }
        self.init(Int(value))
    }

    public var description: String { Hex.text(UInt64(value), digits: 2) }

    public static let title = "page"
    public static let form = "two hex digits from 00 to 3f"
    public static let pattern = "^[0-3][0-9a-f]$"
    public static let maximumLength = 2
}
