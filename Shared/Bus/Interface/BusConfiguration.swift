public import Schema

/// What a bus client needs to know.
public struct BusConfiguration: Sendable {
    public var broker: BrokerAddress
    public var clientID: ClientID
    /// Added to the MQTT client identifier only, so that several connections of one name do not push each other off
    /// the broker; `from` and topics stay. Needs a listener that does not take the name for the identifier.
    public var clientIDSuffix: String?
    public var roots: Roots
    /// This process start's session: greater than any before, stored durably before it is given here (design §4).
    public var session: UInt64
    /// The own retained state, read before anything is published, to find a higher session; nil = this client has none.
    public var ownState: Topic?
    public var will: Will?
    /// Subscribed on each connection before it counts as ready; ``BusLink/subscribe(_:)`` adds to them.
    public var subscriptions: [Subscription]
    public var tls: TLSConfiguration?
    public var credentials: BusCredentials?
    /// Allows a connection without TLS to another machine (R17); it is refused otherwise.
    public var allowsPlainText: Bool
    public var limits: BusLimits

    public init(
        broker: BrokerAddress, clientID: ClientID, roots: Roots, session: UInt64, ownState: Topic? = nil,
        will: Will? = nil, subscriptions: [Subscription] = [], tls: TLSConfiguration? = nil,
        credentials: BusCredentials? = nil, allowsPlainText: Bool = false, limits: BusLimits = BusLimits()
    ) {
        self.broker = broker
        self.clientID = clientID
        self.roots = roots
        self.session = session
        self.ownState = ownState
        self.will = will
        self.subscriptions = subscriptions
        self.tls = tls
        self.credentials = credentials
        self.allowsPlainText = allowsPlainText
        self.limits = limits
    }
}
