/// Text from outside on a terminal.
enum Printable {
    /// Without control characters and direction marks, at most `limit` characters.
    static func text(_ text: String, limit: Int) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isFormat = scalar.properties.generalCategory == .format || scalar.properties.generalCategory == .control
            let isLine = scalar.value == 0x2028 || scalar.value == 0x2029
            result.append(isFormat || isLine ? "\u{fffd}" : scalar)
        }
        let clean = String(result)
        return clean.count > limit ? clean.prefix(limit - 1) + "…" : clean
    }

    /// `text` and as many spaces as are missing to `width` characters.
    static func padded(_ text: String, _ width: Int) -> String {
        let count = text.count
        return count < width ? text + String(repeating: " ", count: width - count) : text
    }
}
