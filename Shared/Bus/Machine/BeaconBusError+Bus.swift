internal import Schema

extension BeaconBusError {
    static func timedOut(_ what: String, _ limits: BusLimits) -> BeaconBusError {
        BeaconBusError(
            .brokerUnreachable, "The broker does not answer",
            reason: "no \(what) within \(limits.connectDeadline.saturatedMilliseconds) ms",
            suggestion: "Check that the broker runs and that the network lets MQTT pass.")
    }

    static func clientIDInUse() -> BeaconBusError {
        BeaconBusError(
            .clientIdInUse,
            reason: "the own retained state was written by another process, or it took over, three times in a minute",
            suggestion: "Stop the other process or copy of this machine, or give it a name of its own.")
    }

    static func takenOver() -> BeaconBusError {
        BeaconBusError(
            .clientIdInUse, reason: "the own retained state was written by another process meanwhile",
            suggestion: "Stop the other process or copy of this machine, or give it a name of its own.")
    }

    static func identityChanged() -> BeaconBusError {
        BeaconBusError(
            .connectionLost, "The connection was ended to be made anew",
            reason: "this client connects with another certificate", suggestion: "Wait; it is made at once.")
    }

    static func notConnected(to broker: BrokerAddress) -> BeaconBusError {
        BeaconBusError(
            .brokerUnreachable, reason: "there is no connection to \(broker)",
            suggestion: "Ask again when connected.")
    }

    static func connectionLost(_ broker: BrokerAddress) -> BeaconBusError {
        BeaconBusError(
            .connectionLost, reason: "the connection to \(broker) ended before the answer came",
            suggestion: "Ask again when connected; the request may have been carried out.")
    }

    static func requestTimeout(_ id: RequestID) -> BeaconBusError {
        BeaconBusError(
            .requestTimeout, reason: "request \(id) got no answer in time",
            suggestion: "Check that the service that answers it runs.")
    }

    static func refusedByBroker(_ topic: String, reason: UInt8) -> BeaconBusError {
        BeaconBusError(
            .brokerUnauthorised, "The broker refused a message", reason: "\(topic): \(ReasonCode.name(reason))",
            suggestion: "Give this client the right to publish to it.")
    }

    static func tooLargeForBroker(_ message: OutgoingMessage) -> BeaconBusError {
        BeaconBusError(
            .messageTooLarge,
            reason: "\(message.payload.count) bytes for \(message.topic) are more than the broker takes",
            suggestion: "Raise the broker's max_packet_size, or send it in parts.")
    }

    /// What a handler threw, as one of ours.
    static func commitFailed(_ error: any Error) -> BeaconBusError {
        if let error = error as? BeaconBusError { return error }
        return BeaconBusError(
            .internalError, "A pass could not be committed", reason: "\(error)",
            suggestion: "Look into the service's log.")
    }
}
