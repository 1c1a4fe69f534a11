internal import Schema

/// MQTT 5 reason codes (§2.4) as failures with a remedy.
enum ReasonCode {
    /// A CONNACK with an error: what kind of failure it is decides when the next attempt comes.
    static func connectRefused(_ reason: UInt8, _ configuration: BusConfiguration) -> (
        kind: BusFailure.Kind, error: BeaconBusError
    ) {
        let broker = configuration.broker
        switch reason {
        case 0x88, 0x89, 0x97, 0x9f, 3:
            return (
                .busy,
                BeaconBusError(
                    .brokerRefused, "The broker is busy", reason: "\(broker) answered \(name(reason))",
                    suggestion: "Wait; the connection is tried again.", retryable: true)
            )
        case 0x85, 0x86, 0x87, 0x8a, 0x8c, 2, 4, 5:
            return (
                .unauthorised,
                BeaconBusError(
                    .brokerUnauthorised, "The broker does not accept this client",
                    reason: "\(broker) answered \(name(reason)) to \(configuration.clientID)",
                    suggestion:
                        "Check user name, password file, certificate and the broker's rights for this client id.")
            )
        case 0x01, 0x84:
            return (
                .protocolBroken,
                BeaconBusError(
                    .brokerRefused, "The broker does not speak MQTT 5", reason: "\(broker) answered \(name(reason))",
                    suggestion: "Use a broker with MQTT 5, such as mosquitto 2.")
            )
        case 0x9c, 0x9d:
            return (
                .unauthorised,
                BeaconBusError(
                    .brokerRefused, "The broker has moved", reason: "\(broker) answered \(name(reason))",
                    suggestion: "Configure the broker's new address.")
            )
        default:
            return (
                .protocolBroken,
                BeaconBusError(
                    .brokerRefused, reason: "\(broker) answered \(name(reason))",
                    suggestion: "Look into the broker's log for this client id.")
            )
        }
    }

    /// A DISCONNECT from the broker.
    static func disconnected(_ reason: UInt8, _ broker: BrokerAddress) -> (
        kind: BusFailure.Kind, error: BeaconBusError
    ) {
        let kind: BusFailure.Kind =
            switch reason {
            case 0x8e: .takenOver
            case 0x88, 0x89, 0x8b, 0x97, 0x9f: .busy
            case 0x87: .unauthorised
            case 0x81, 0x82: .protocolBroken
            default: .lost
            }
        return (
            kind,
            BeaconBusError(
                kind == .takenOver ? .clientIdInUse : kind == .unauthorised ? .brokerUnauthorised : .connectionLost,
                kind == .takenOver ? "Another process took over the client id" : "The broker ended the connection",
                reason: "\(broker) said \(name(reason))",
                suggestion: kind == .takenOver
                    ? "Stop the other process, or give it a name of its own."
                    : "Look into the broker's log for this client id.", retryable: true)
        )
    }

    static func subscriptionRefused(_ filter: String, _ reason: UInt8) -> BeaconBusError {
        BeaconBusError(
            .brokerUnauthorised, "The broker refused a subscription", reason: "\(filter): \(name(reason))",
            suggestion: "Give this client the right to subscribe to it.")
    }

    /// The code's name in MQTT 5, and the code.
    static func name(_ reason: UInt8) -> String {
        "\(names[reason] ?? "an unknown reason") (0x\(String(reason, radix: 16)))"
    }

    private static let names: [UInt8: String] = [
        0x01: "unacceptable protocol version", 0x02: "identifier rejected", 0x03: "server unavailable",
        0x04: "bad user name or password", 0x05: "not authorised", 0x10: "no matching subscribers",
        0x80: "unspecified error", 0x81: "malformed packet", 0x82: "protocol error",
        0x83: "implementation specific error", 0x84: "unsupported protocol version",
        0x85: "client identifier not valid", 0x86: "bad user name or password", 0x87: "not authorised",
        0x88: "server unavailable", 0x89: "server busy", 0x8a: "banned", 0x8b: "server shutting down",
        0x8c: "bad authentication method", 0x8d: "keep alive time-out", 0x8e: "session taken over",
        0x8f: "topic filter invalid", 0x90: "topic name invalid", 0x91: "packet identifier in use",
        0x93: "receive maximum exceeded", 0x95: "packet too large", 0x96: "message rate too high",
        0x97: "quota exceeded", 0x98: "administrative action", 0x99: "payload format invalid",
        0x9a: "retain not supported", 0x9b: "QoS not supported", 0x9c: "use another server", 0x9d: "server moved",
        0x9e: "shared subscriptions not supported", 0x9f: "connection rate exceeded",
    ]
}
