internal import Schema

/// TLS alerts (RFC 8446 §6.2) that a broker answers with, as errors with a remedy. In TLS 1.3 they come with the first
/// read after the own half of the handshake has succeeded.
enum TLSAlert {
    private struct Meaning {
        let name: String
        let code: ErrorCode
        let suggestion: String
    }

    static func error(_ number: Int32, _ broker: BrokerAddress) -> BeaconBusError {
        let meaning =
            meanings[number]
            ?? Meaning(
                name: "an unknown alert", code: .serverUntrusted,
                suggestion: "Look into the broker's log for what it did not like.")
        return BeaconBusError(
            meaning.code, "The broker refused the TLS connection",
            reason: "\(broker) sent the alert \(number) (\(meaning.name))", suggestion: meaning.suggestion)
    }

    private static let meanings: [Int32: Meaning] = [
        40: Meaning(
            name: "handshake failure", code: .serverUntrusted,
            suggestion: "Let broker and client share a TLS version, ciphers and curves."),
        42: Meaning(
            name: "bad certificate", code: .clockWrong,
            suggestion:
                "The broker takes this client's certificate for one that is not valid yet, or its revocation list: "
                + "compare the clocks of this machine, the authority and the broker."),
        43: Meaning(
            name: "unsupported certificate", code: .certificateInvalid,
            suggestion: "Use a certificate that is meant for TLS clients."),
        44: Meaning(
            name: "certificate revoked", code: .certificateRevoked,
            suggestion: "Enrol this client anew, if it may come back."),
        45: Meaning(
            name: "certificate expired", code: .certificateExpired,
            suggestion:
                "Renew this client's certificate. If it is still valid by this machine's clock, compare the clocks and "
                + "look whether the broker's revocation list has expired."),
        46: Meaning(
            name: "certificate unknown", code: .certificateInvalid,
            suggestion: "Use a certificate of the authority the broker trusts."),
        48: Meaning(
            name: "unknown CA", code: .certificateInvalid,
            suggestion: "Use a certificate of the authority the broker trusts, with its whole chain."),
        51: Meaning(
            name: "decrypt error", code: .certificateInvalid,
            suggestion: "The signature is not right: use a certificate of the authority the broker trusts."),
        70: Meaning(
            name: "protocol version", code: .serverUntrusted,
            suggestion: "Let broker and client share a TLS version."),
        71: Meaning(
            name: "insufficient security", code: .serverUntrusted,
            suggestion: "Use a key the broker takes for strong enough."),
        80: Meaning(
            name: "internal error", code: .serverUntrusted, suggestion: "Look into the broker's log."),
        112: Meaning(
            name: "unrecognised name", code: .serverUntrusted,
            suggestion: "Use the host name that stands in the broker's certificate."),
        116: Meaning(
            name: "certificate required", code: .certificateInvalid,
            suggestion: "Configure a client certificate and key, or enrol."),
    ]
}
