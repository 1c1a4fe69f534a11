/// What others say about a token, without the token: their words come into logs and events (invariant 13).
enum TokenText {
    /// So many characters of a token in a row are too many.
    static let shortest = 12

    /// The words as they may be shown: printable, at most 512 bytes, and withheld as a whole where they repeat a part
    /// of the token.
    static func shown(_ words: String, withholding token: String?) -> String {
        let printable = String(String.UnicodeScalarView(words.unicodeScalars.filter { isPrintable($0) }))
        let text = Array(printable.utf8.prefix(512))
        if let token, repeats(text, Array(token.utf8)) { return "its reason is withheld, as it repeats the token" }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }

    private static func repeats(_ text: [UInt8], _ token: [UInt8]) -> Bool {
        let length = min(shortest, token.count)
        guard length > 0, text.count >= length else { return false }
        let pieces = Set((0...(text.count - length)).map { text[$0..<($0 + length)] })
        return (0...(token.count - length)).contains { pieces.contains(token[$0..<($0 + length)]) }
    }
}
