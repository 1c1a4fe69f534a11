import Schema

/// Text from outside on a terminal.
enum Printable {
    /// Without control characters and direction marks, at most `limit` characters.
    static func text(_ text: String, limit: Int) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            result.append(isHidden(scalar) ? "\u{fffd}" : scalar)
        }
        let clean = String(result)
        return clean.count > limit ? clean.prefix(limit - 1) + "…" : clean
    }

    /// JSON that says the same, with the characters escaped that ``text(_:limit:)`` replaces.
    static func json(_ value: JSONValue) -> String {
        let text = value.description
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        var result = String.UnicodeScalarView()
        // In JSON, what is not ASCII stands within strings only.
        for scalar in text.unicodeScalars {
            guard !scalar.isASCII, isHidden(scalar) else {
                result.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result.append(
                    contentsOf: ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).unicodeScalars)
            }
        }
        return String(result)
    }

    /// A message's body as JSON, on a line of its own.
    static func line(_ body: some Encodable) throws -> String { json(try JSONValue(encoding: body)) + "\n" }

    /// Whether a terminal would do something instead of showing it.
    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .format || category == .control || scalar.value == 0x2028 || scalar.value == 0x2029
    }

    /// `text` and as many spaces as are missing to `width` characters.
    static func padded(_ text: String, _ width: Int) -> String {
        let count = text.count
        return count < width ? text + String(repeating: " ", count: width - count) : text
    }
}
