/// How a message travels.
public struct Delivery: Sendable, Hashable {
    public var qos: QoS
    /// Whether the broker keeps it as the topic's truth. For own state prefer ``BusLink/setRetained(_:_:)``, which
    /// also brings it back after a broker lost it.
    public var retain: Bool
    /// MQTT's Message Expiry: the broker drops it after this time, whole seconds rounded up; nil = never.
    public var expiry: Duration?
    /// Kept through reconnects until the broker has acknowledged it, in order of handing over, in a bounded queue.
    /// A repetition may reach subscribers twice, with the same `seq`. Without it a message belongs to one connection:
    /// with none it is dropped and reported lost.
    public var kept: Bool

    public init(qos: QoS = .atLeastOnce, retain: Bool = false, expiry: Duration? = nil, kept: Bool = false) {
        self.qos = qos
        self.retain = retain
        self.expiry = expiry
        self.kept = kept
    }

    /// QoS 1, not retained, for this connection only.
    public static let acknowledged = Delivery()
    /// QoS 0: readings.
    public static let once = Delivery(qos: .atMostOnce)
    /// QoS 1, kept through reconnects until acknowledged: events.
    public static let kept = Delivery(kept: true)
}
