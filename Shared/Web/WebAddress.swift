internal import CCurl
public import Schema

/// The address of a web service, checked: http or https, a host, no user name, no fragment; read by the same code
/// that connects, so that no two readers can see different hosts in it.
public struct WebAddress: Sendable, Hashable {
    /// As given.
    public let text: String
    /// The name or numeric address, without brackets.
    public let host: String
    /// Whether it is https.
    public let isEncrypted: Bool

    /// Greatest length, bytes.
    public static let maximumLength = 2_048

    /// - Throws: `configurationInvalid` with what is wrong. The text itself is not repeated beyond its host, as a
    ///   query may hold a secret.
    public init(_ text: String) throws(BeaconBusError) {
        guard text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw Self.wrong("it is too long, or has spaces or characters beyond ASCII")
        }
        guard let parser = curl_url() else { throw Self.wrong("it cannot be read") }
        defer { curl_url_cleanup(parser) }
        guard curl_url_set(parser, CURLUPART_URL, text, UInt32(CURLU_NON_SUPPORT_SCHEME)) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parser), var host = Self.part(CURLUPART_HOST, of: parser)
        else { throw Self.wrong("it cannot be read as an address such as https://visits.example/validate") }
        guard scheme == "https" || scheme == "http" else { throw Self.wrong("only https and http are asked") }
        guard Self.part(CURLUPART_USER, of: parser) == nil, Self.part(CURLUPART_PASSWORD, of: parser) == nil else {
            throw Self.wrong("it holds a user name or password")
        }
        guard Self.part(CURLUPART_FRAGMENT, of: parser) == nil else { throw Self.wrong("it has a fragment") }
        guard Self.part(CURLUPART_ZONEID, of: parser) == nil else { throw Self.wrong("its address has a zone") }
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        guard !host.isEmpty else { throw Self.wrong("it has no host") }
        self.text = text
        self.host = host
        isEncrypted = scheme == "https"
    }

    private static func part(_ which: CURLUPart, of parser: OpaquePointer) -> String? {
        var value: UnsafeMutablePointer<CChar>?
        guard curl_url_get(parser, which, &value, 0) == CURLUE_OK, let value else { return nil }
        defer { curl_free(value) }
        return String(cString: value)
    }

    private static func wrong(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, "The address of a web service is not valid", reason: reason,
            suggestion: "Give an https address, or an http one of this machine.")
    }
}
