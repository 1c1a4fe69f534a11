internal import Schema

/// TLS alerts (RFC 8446 §6.2) that a broker answers with, as errors with a remedy. In TLS 1.3 they come with the first
/// read after the own half of the handshake has succeeded.
enum TLSAlert {
    private typealias Meaning = (name: String, code: ErrorCode, suggestion: String)

    static func error(_ number: Int32, _ broker: BrokerAddress) -> BeaconBusError {
        let meaning =
            meanings[number]
            ?? ("an unknown alert", .serverUntrusted, "Look into the broker's log for what it did not like.")
        return BeaconBusError(
            meaning.code, "The broker refused the TLS connection",
            reason: "\(broker) sent the alert \(number) (\(meaning.name))", suggestion: meaning.suggestion)
    }

    private static let meanings: [Int32: Meaning] = [
        40: ("handshake failure", .serverUntrusted, "Let broker and client share a TLS version, ciphers and curves."),
        42: (
            "bad certificate", .clockWrong,
            "The broker takes this client's certificate for one that is not valid yet, or its revocation list: "
                + "compare the clocks of this machine, the authority and the broker."
        ),
        43: ("unsupported certificate", .certificateInvalid, "Use a certificate that is meant for TLS clients."),
        44: ("certificate revoked", .certificateRevoked, "Enrol this client anew, if it may come back."),
        45: (
            "certificate expired", .certificateExpired,
            "Renew this client's certificate. If it is still valid by this machine's clock, compare the clocks and "
                + "look whether the broker's revocation list has expired."
        ),
        46: ("certificate unknown", .certificateInvalid, "Use a certificate of the authority the broker trusts."),
        48: (
            "unknown CA", .certificateInvalid,
            "Use a certificate of the authority the broker trusts, with its whole chain."
        ),
        51: (
            "decrypt error", .certificateInvalid,
            "The signature is not right: use a certificate of the authority the broker trusts."
        ),
        70: ("protocol version", .serverUntrusted, "Let broker and client share a TLS version."),
        71: ("insufficient security", .serverUntrusted, "Use a key the broker takes for strong enough."),
        80: ("internal error", .serverUntrusted, "Look into the broker's log."),
        112: ("unrecognised name", .serverUntrusted, "Use the host name that stands in the broker's certificate."),
        116: ("certificate required", .certificateInvalid, "Configure a client certificate and key, or enrol."),
    ]
}
