internal import CMosquitto
internal import Glibc
internal import Schema

/// The library's return codes as failures with a remedy.
enum MosquittoFailure {
    typealias Failure = (kind: BusFailure.Kind, error: BeaconBusError)

    /// Of the call that connects.
    static func connect(_ code: Int32, errno cause: Int32, _ lines: [String], _ request: ConnectRequest) -> Failure {
        switch code {
        case MOSQ_ERR_TLS.rawValue:
            return tls(lines, request.broker)
        case MOSQ_ERR_EAI.rawValue:
            return (
                .unreachable,
                BeaconBusError(
                    .brokerUnreachable, reason: "\(request.broker.host) has no address",
                    suggestion: "Check the host name and name resolution.")
            )
        case MOSQ_ERR_ERRNO.rawValue:
            return unreachable(request.broker, describe(cause))
        default:
            return unreachable(request.broker, String(cString: mosquitto_strerror(code)))
        }
    }

    /// Of a connection or handshake that ended; `reason` is what the disconnect callback said.
    static func ended(
        _ code: Int32, reason: Int32?, errno cause: Int32, _ lines: [String], _ request: ConnectRequest
    ) -> Failure {
        if let reason, reason >= 0x80, let value = UInt8(exactly: reason) {
            return ReasonCode.disconnected(value, request.broker)
        }
        let isSecure = request.tls != nil
        if isSecure, code == MOSQ_ERR_TLS.rawValue || lines.contains(where: { $0.contains("SSL") }) {
            return tls(lines, request.broker)
        }
        let code = code != MOSQ_ERR_SUCCESS.rawValue ? code : reason ?? MOSQ_ERR_CONN_LOST.rawValue
        switch code {
        case MOSQ_ERR_KEEPALIVE.rawValue:
            return lost(request.broker, "it was silent for two keep-alive periods")
        case MOSQ_ERR_PROTOCOL.rawValue, MOSQ_ERR_MALFORMED_PACKET.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue,
            MOSQ_ERR_OVERSIZE_PACKET.rawValue, MOSQ_ERR_INVAL.rawValue:
            return (
                .protocolBroken,
                BeaconBusError(
                    .connectionLost, "The broker broke the protocol",
                    reason: "\(request.broker): \(String(cString: mosquitto_strerror(code)))",
                    suggestion: "Check that the port belongs to an MQTT 5 broker.", retryable: true)
            )
        case MOSQ_ERR_ERRNO.rawValue where cause != 0:
            return lost(request.broker, describe(cause))
        default:
            return lost(request.broker, String(cString: mosquitto_strerror(code)))
        }
    }

    private static func lost(_ broker: BrokerAddress, _ reason: String) -> Failure {
        (
            .lost,
            BeaconBusError(
                .connectionLost, "The connection to the broker ended", reason: "\(broker): \(reason)",
                suggestion: "Check that the broker runs and that the network lets MQTT pass.")
        )
    }

    private static func unreachable(_ broker: BrokerAddress, _ reason: String) -> Failure {
        (
            .unreachable,
            BeaconBusError(
                .brokerUnreachable, reason: "\(broker): \(reason)",
                suggestion: "Check that the broker runs there and that the network lets MQTT pass.")
        )
    }

    /// The alert is only in the library's log lines.
    private static func tls(_ lines: [String], _ broker: BrokerAddress) -> Failure {
        let text = lines.joined(separator: "; ")
        let known: [(mark: String, code: ErrorCode, suggestion: String)] = [
            ("alert certificate expired", .certificateExpired, "Renew this client's certificate."),
            ("alert certificate revoked", .certificateRevoked, "Enrol this client anew."),
            ("alert bad certificate", .certificateInvalid, "Check this client's certificate and clock."),
            ("alert unknown ca", .certificateInvalid, "Use a certificate of the authority the broker trusts."),
            ("certificate required", .certificateInvalid, "Configure a client certificate and key."),
            (
                "certificate verify failed", .serverUntrusted,
                "Configure the authority of the broker's certificate, and check names and clock."
            ),
            (
                "host name verification failed", .serverUntrusted,
                "Use the host name that stands in the broker's certificate."
            ),
            ("protocol version", .serverUntrusted, "Let broker and client share a TLS version."),
        ]
        let lower = text.lowercased()
        let match = known.first { lower.contains($0.mark) }
        return (
            .untrusted,
            BeaconBusError(
                match?.code ?? .serverUntrusted, "The TLS connection to the broker cannot be made",
                reason: "\(broker): \(text.isEmpty ? "the handshake failed" : text)",
                suggestion: match?.suggestion ?? "Check authority, certificate, key and the broker's TLS listener.")
        )
    }
}

extension BeaconBusError {
    static func tooManyAttempts(_ broker: BrokerAddress) -> BeaconBusError {
        BeaconBusError(
            .brokerUnreachable, "No further attempt to connect can be made",
            reason: "earlier attempts to reach \(broker) still wait for the network",
            suggestion: "Check the network and name resolution.")
    }
}
