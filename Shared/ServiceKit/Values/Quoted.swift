/// Text from outside as it may stand in a message: quoted, one line, bounded.
public enum Quoted {
    /// At most `limit` characters in double quotes; control characters, quotes and backslashes escaped.
    public static func text(_ text: String, limit: Int = 60) -> String {
        var result = "\""
        var count = 0
        for scalar in text.unicodeScalars {
            if count == limit {
                result += "…"
                break
            }
            count += 1
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value):
                let hex = String(scalar.value, radix: 16)
                result += "\\x" + (hex.count < 2 ? "0" : "") + hex
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
