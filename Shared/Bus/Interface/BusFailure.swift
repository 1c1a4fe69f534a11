public import Schema

/// Why a connection ended or could not be made.
public struct BusFailure: Error, Sendable, Equatable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// No such host, refused, no route, no answer in time.
        case unreachable
        /// The connection broke or fell silent.
        case lost
        /// The broker is busy, shutting down or over its quota: it will do later.
        case busy
        /// User name, password, certificate, client id or a right is not accepted.
        case unauthorised
        /// A filter was refused.
        case subscriptionRefused
        /// The broker's certificate is not trusted, or ours is not by it.
        case untrusted
        /// Another connection with this client id took over.
        case takenOver
        /// Another process uses this client id all the time (R9).
        case clientIDInUse
        /// The broker does not speak MQTT 5 or broke the protocol.
        case protocolBroken
        /// A file of the own certificate, key or authority is missing, unreadable or open to others; looked at again
        /// every second.
        case filesUnusable
        /// Asked for: ``BusLink/use(_:)``, or a certificate about to expire was replaced by a newer one.
        case identityChanged
        /// The handler could not commit; nothing of that pass was acknowledged.
        case commitFailed
        /// Asked for: ``BusClient/stop()``, ``BusLink/finish(_:)``.
        case stopped
    }

    public let kind: Kind
    /// What to tell people and programs.
    public let error: BeaconBusError
    /// Whether the connection had become ready before.
    public let wasConnected: Bool
    /// When the next attempt is made; nil if none is.
    public let retryAt: Instant?

    public init(_ kind: Kind, _ error: BeaconBusError, wasConnected: Bool, retryAt: Instant?) {
        self.kind = kind
        self.error = error
        self.wasConnected = wasConnected
        self.retryAt = retryAt
    }
}
