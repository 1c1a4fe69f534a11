import Schema

extension AccessToken {
    /// Greatest length, bytes: what an EnrolRequest takes.
    static let greatestLength = 16_384

    /// The first line of some output; nil where it is empty. Throws `tokenInvalid` for one that is too long or no
    /// printable text; the error names where it came from, never what it says.
    static func firstLine(of bytes: [UInt8], from source: String) throws(BeaconBusError) -> AccessToken? {
        var line = bytes.prefix { $0 != UInt8(ascii: "\n") }
        if line.last == UInt8(ascii: "\r") { line = line.dropLast() }
        if line.isEmpty { return nil }
        guard line.count <= greatestLength else { throw unusable(source, "is longer than \(greatestLength) bytes") }
        guard let text = String(validating: line, as: UTF8.self),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7f })
        else { throw unusable(source, "is not printable text") }
        return AccessToken(text)
    }

    private static func unusable(_ source: String, _ what: String) -> BeaconBusError {
        BeaconBusError(
            .tokenInvalid, "The access token is not usable.", reason: "the first line of \(source) \(what)",
            suggestion: "It has to hold the token alone, in its first line.")
    }
}
