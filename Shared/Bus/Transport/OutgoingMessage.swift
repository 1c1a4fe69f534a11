/// A message ready for the wire.
package struct OutgoingMessage: Sendable, Equatable {
    package var topic: String
    package var payload: [UInt8]
    package var qos: QoS
    package var retain: Bool
    /// Message Expiry in whole seconds.
    package var expiry: UInt32?
    package var responseTopic: String?
    package var correlation: [UInt8]

    package init(
        topic: String, payload: [UInt8], qos: QoS = .atLeastOnce, retain: Bool = false, expiry: UInt32? = nil,
        responseTopic: String? = nil, correlation: [UInt8] = []
    ) {
        self.topic = topic
        self.payload = payload
        self.qos = qos
        self.retain = retain
        self.expiry = expiry
        self.responseTopic = responseTopic
        self.correlation = correlation
    }
}
