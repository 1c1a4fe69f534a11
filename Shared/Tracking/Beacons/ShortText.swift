/// A few bytes of text in place, without a reference: names and compressed URLs in fixed-size states.
public struct ShortText: Sendable {
    /// The most bytes it holds; a legacy advertisement has room for 29.
    public static let capacity = 31

    /// How many bytes there are.
    public private(set) var count: UInt8 = 0
    private var storage = InlineArray<31, UInt8>(repeating: 0)

    /// No text.
    public init() {}

    /// Takes the first ``capacity`` bytes, less where that would cut a UTF-8 sequence in two.
    public init(_ source: UnsafeRawBufferPointer) {
        var length = min(source.count, Self.capacity)
        if length < source.count {
            while length > 0, source[length] & 0xc0 == 0x80 { length -= 1 }
        }
        for index in 0..<length { storage[index] = source[index] }
        count = UInt8(length)
    }

    /// Takes the UTF-8 of a string; see ``init(_:)``.
    public init(_ text: String) {
        var text = text
        self = text.withUTF8 { ShortText(UnsafeRawBufferPointer($0)) }
    }

    public var isEmpty: Bool { count == 0 }

    /// The bytes.
    public var bytes: [UInt8] { (0..<Int(count)).map { storage[$0] } }

    /// Whether these are exactly the bytes that `source` would be kept as.
    func isKept(of source: UnsafeRawBufferPointer) -> Bool {
        guard source.count >= Int(count), source.count == Int(count) || source.count > Self.capacity else {
            return false
        }
        for index in 0..<Int(count) where storage[index] != source[index] { return false }
        return source.count == Int(count) || self == ShortText(source)
    }

    /// Whether `other` is the whole or the beginning of this.
    func begins(with other: ShortText) -> Bool {
        guard other.count <= count else { return false }
        for index in 0..<Int(other.count) where storage[index] != other.storage[index] { return false }
        return true
    }

    /// As text; bytes that are no UTF-8 become U+FFFD (R10).
    public var text: String {
        String(decoding: bytes, as: UTF8.self)
    }
}

extension ShortText: Hashable {
    public static func == (left: ShortText, right: ShortText) -> Bool {
        guard left.count == right.count else { return false }
        for index in 0..<Int(left.count) where left.storage[index] != right.storage[index] { return false }
        return true
    }

    public func hash(into hasher: inout Hasher) {
        for index in 0..<Int(count) { hasher.combine(storage[index]) }
    }
}
