public import Schema

/// A JSON Web Token (RFC 7519) in the compact form of a signature (RFC 7515): three base64url parts, at most 16 KiB.
///
/// Nothing of its header is believed: the algorithm and the key are the reader's, the header only has to agree.
public struct JSONWebToken: Sendable, Redacted {
    let header: JSONValue
    let payload: JSONValue
    let signedPart: [UInt8]
    let signature: [UInt8]

    /// Greatest length of a token, bytes.
    public static let maximumLength = 16_384

    /// Takes the text apart; nothing is checked yet but its form.
    ///
    /// - Throws: `tokenInvalid`.
    public init(_ text: String) throws(BeaconBusError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw .token("the token is larger than \(Self.maximumLength) bytes")
        }
        let parts = text.split(separator: ".", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .token("the token is not three parts with points between them") }
        guard let header = Base64.decodeURL(String(parts[0])), let payload = Base64.decodeURL(String(parts[1])),
            let signature = Base64.decodeURL(String(parts[2]))
        else { throw .token("a part of the token is not base64url") }
        self.header = try Self.object(header, "header")
        self.payload = try Self.object(payload, "payload")
        self.signature = signature
        signedPart = Array(text.utf8.prefix(parts[0].utf8.count + 1 + parts[1].utf8.count))
    }

    private static func object(_ bytes: [UInt8], _ part: String) throws(BeaconBusError) -> JSONValue {
        // The parser's own words name keys, which are part of the token.
        guard let value = try? JSONValue.parse(bytes, maximumDepth: 8), case .object = value else {
            throw .token("the token's \(part) is not a JSON object")
        }
        return value
    }
}
