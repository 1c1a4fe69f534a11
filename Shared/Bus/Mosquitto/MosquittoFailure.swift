internal import CMosquitto
internal import Glibc
internal import Schema

/// The library's return codes as failures with a remedy.
enum MosquittoFailure {
    typealias Failure = (kind: BusFailure.Kind, error: BeaconBusError)

    /// Of the call that connects.
    static func connect(
        _ code: Int32, errno cause: Int32, _ context: MosquittoContext, _ request: ConnectRequest
    ) -> Failure {
        if let failure = TLSFailure.of(context, request) { return failure }
        switch code {
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
        _ code: Int32, errno cause: Int32, _ context: MosquittoContext, _ request: ConnectRequest
    ) -> Failure {
        let reason = context.disconnectReason
        if let reason, reason >= 0x80, let value = UInt8(exactly: reason) {
            return ReasonCode.disconnected(value, request.broker)
        }
        if let failure = TLSFailure.of(context, request) { return failure }
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
}

extension BeaconBusError {
    static func tooManyAttempts(_ broker: BrokerAddress) -> BeaconBusError {
        BeaconBusError(
            .brokerUnreachable, "No further attempt to connect can be made",
            reason: "earlier attempts to reach \(broker) still wait for the network",
            suggestion: "Check the network and name resolution.")
    }
}
