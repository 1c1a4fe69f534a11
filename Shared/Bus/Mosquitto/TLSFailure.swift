internal import COpenSSL
internal import Schema

/// What went wrong with TLS, from what its layer told and what the library logged; nil if it is not TLS that failed.
enum TLSFailure {
    typealias Failure = MosquittoFailure.Failure

    static func of(_ context: MosquittoContext, _ request: ConnectRequest) -> Failure? {
        guard request.tls != nil else { return nil }
        let tls = context.tls
        if let alert = tls.received { return (.untrusted, TLSAlert.error(alert, request.broker)) }
        let text = context.errors.joined(separator: "; ")
        let lower = text.lowercased()
        if tls.sent != nil, tls.verification != X509_V_OK { return verification(tls, request) }
        // A peer that hung up, in the middle of a handshake or after it, is no matter of trust; OpenSSL answers it with
        // an alert of its own.
        guard !lower.contains("unexpected eof") else { return nil }
        if let sent = tls.sent {
            return untrusted(
                request, "the alert \(sent) was sent to it: \(text)",
                sent == 70
                    ? "Let broker and client share a TLS version."
                    : "Check the broker's TLS listener: port, version and certificate.")
        }
        guard !tls.isComplete, lower.contains("ssl") else { return nil }
        return untrusted(
            request, text, "Check authority, certificate, key and whether the port is the broker's TLS listener.")
    }

    /// The broker's certificate did not pass.
    private static func verification(_ tls: TLSWitness, _ request: ConnectRequest) -> Failure {
        switch tls.verification {
        case X509_V_ERR_CERT_NOT_YET_VALID:
            return (
                .untrusted,
                BeaconBusError(
                    .clockWrong, "The broker's certificate is not valid yet",
                    reason: "\(request.broker): \(tls.verificationText)",
                    suggestion: "Set this machine's clock; it is behind the time at which the certificate was made.")
            )
        case X509_V_ERR_CERT_HAS_EXPIRED:
            return untrusted(
                request, tls.verificationText,
                "Renew the broker's certificate. If it is still valid, set this machine's clock, which is ahead.")
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            return untrusted(
                request, "its certificate is for another name (\(tls.verificationText))",
                "Use a host name or address that stands in the broker's certificate.")
        default:
            return untrusted(
                request, tls.verificationText, "Configure the authority of the broker's certificate.")
        }
    }

    private static func untrusted(_ request: ConnectRequest, _ reason: String, _ suggestion: String) -> Failure {
        (
            .untrusted,
            BeaconBusError(
                .serverUntrusted, "The TLS connection to the broker cannot be made",
                reason: "\(request.broker): \(reason.isEmpty ? "the handshake failed" : reason)",
                suggestion: suggestion)
        )
    }
}
