public import Schema

/// As whom, where and how a client connects; may be changed while it runs with ``BusLink/use(_:)``.
public struct BusIdentity: Sendable, Hashable {
    /// The certificate's name; `from` and the reply topics follow it.
    public var clientID: ClientID
    public var broker: BrokerAddress
    public var tls: TLSConfiguration?
    public var credentials: BusCredentials?

    public init(
        clientID: ClientID, broker: BrokerAddress, tls: TLSConfiguration? = nil, credentials: BusCredentials? = nil
    ) {
        self.clientID = clientID
        self.broker = broker
        self.tls = tls
        self.credentials = credentials
    }
}

extension BusConfiguration {
    /// The part that ``BusLink/use(_:)`` changes.
    public var identity: BusIdentity {
        get { BusIdentity(clientID: clientID, broker: broker, tls: tls, credentials: credentials) }
        set {
            clientID = newValue.clientID
            broker = newValue.broker
            tls = newValue.tls
            credentials = newValue.credentials
        }
    }
}
