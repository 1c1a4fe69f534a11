/// A URL in the compressed form of Eddystone-URL, at most 18 bytes, in place.
public struct ShortURL: Sendable {
    /// How many bytes there are.
    public private(set) var count: UInt8 = 0
    private var bytes = InlineArray<18, UInt8>(repeating: 0)

    /// No URL.
    public init() {}

    /// The compressed bytes; too long a one is kept as none, for half a URL leads astray.
    public init(_ source: UnsafeRawBufferPointer) {
        guard source.count <= 18 else { return }
        for index in 0..<source.count { bytes[index] = source[index] }
        count = UInt8(source.count)
    }

    public var isEmpty: Bool { count == 0 }

    /// The compressed bytes.
    public var encoded: [UInt8] { (0..<Int(count)).map { bytes[$0] } }
}

extension ShortURL: Hashable {
    public static func == (left: ShortURL, right: ShortURL) -> Bool { left.encoded == right.encoded }

    public func hash(into hasher: inout Hasher) { hasher.combine(encoded) }
}
