/// A URL in the compressed form of Eddystone-URL and UriBeacon: a scheme byte, then text in which bytes below 14
/// stand for common endings. A borrowed view.
public struct CompressedURL {
    /// Scheme byte and text; checked when made.
    public let encoded: UnsafeRawBufferPointer
    private let allowsURN: Bool

    /// Nil where scheme or text hold a byte that the format reserves. With `allowsURN`, scheme 4 (`urn:uuid:`,
    /// UriBeacon only) with its 16 bytes is good too.
    public init?(_ encoded: UnsafeRawBufferPointer, allowsURN: Bool = false) {
        guard let scheme = encoded.first else { return nil }
        if allowsURN && scheme == 4 {
            guard encoded.count == 17 else { return nil }
        } else {
            guard scheme < 4 else { return nil }
            for index in 1..<encoded.count {
                let byte = encoded[index]
                guard byte < 0x0e || (byte > 0x20 && byte < 0x7f) else { return nil }
            }
        }
        self.encoded = encoded
        self.allowsURN = allowsURN
    }

    /// Appends the URL as plain ASCII; at most 15 times as long as the compressed form.
    public func appendText(to text: inout [UInt8]) {
        guard let scheme = encoded.first else { return }
        if allowsURN && scheme == 4 {
            text.append(contentsOf: "urn:uuid:".utf8)
            for (index, byte) in encoded.dropFirst().enumerated() {
                if [4, 6, 8, 10].contains(index) { text.append(UInt8(ascii: "-")) }
                text.append(HexDigits.digit(byte >> 4))
                text.append(HexDigits.digit(byte))
            }
            return
        }
        text.append(contentsOf: Self.schemes[Int(scheme & 3)].utf8)
        for byte in encoded.dropFirst() {
            if byte < 0x0e {
                text.append(contentsOf: Self.endings[Int(byte)].utf8)
            } else {
                text.append(byte)
            }
        }
    }

    /// The URL as plain text.
    public var text: String {
        var text: [UInt8] = []
        appendText(to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static let schemes = ["http://www.", "https://www.", "http://", "https://"]

    private static let endings = [
        ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/",
        ".com", ".org", ".edu", ".net", ".info", ".biz", ".gov",
    ]
}
