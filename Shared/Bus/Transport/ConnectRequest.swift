/// Everything one connection attempt needs. MQTT 5, clean start, session expiry 0: nothing survives a connection.
package struct ConnectRequest: Sendable {
    package var broker: BrokerAddress
    package var clientID: String
    package var keepAlive: UInt16
    package var receiveMaximum: UInt16
    package var maximumPacket: UInt32
    /// QoS 1 messages this client sends before they are acknowledged.
    package var window: UInt16
    package var will: OutgoingMessage?
    package var tls: TLSConfiguration?
    package var credentials: BusCredentials?

    package init(
        broker: BrokerAddress, clientID: String, keepAlive: UInt16, receiveMaximum: UInt16, maximumPacket: UInt32,
        window: UInt16,
        will: OutgoingMessage? = nil, tls: TLSConfiguration? = nil, credentials: BusCredentials? = nil
    ) {
        self.broker = broker
        self.clientID = clientID
        self.keepAlive = keepAlive
        self.receiveMaximum = receiveMaximum
        self.maximumPacket = maximumPacket
        self.window = window
        self.will = will
        self.tls = tls
        self.credentials = credentials
    }
}
