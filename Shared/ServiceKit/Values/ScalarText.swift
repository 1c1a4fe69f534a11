/// Writing text as a YAML scalar.
enum ScalarText {
    private static let plainFirst = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/.".utf8)
    private static let plainRest = plainFirst + Array("-_+@%=".utf8)

    /// Plain where that is safe, else in double quotes.
    static func yaml(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let words = ["true", "false", "null", "yes", "no", "on", "off"]
        guard let first = bytes.first, plainFirst.contains(first), !words.contains(text.lowercased()) else {
            return Quoted.text(text, limit: .max)
        }
        for (index, byte) in bytes.enumerated() where !plainRest.contains(byte) {
            // A colon is plain inside a word only, as in an address.
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0x20
            guard byte == UInt8(ascii: ":"), next != 0x20 else { return Quoted.text(text, limit: .max) }
        }
        return text
    }
}
