/// One MQTT connection at a time, without any policy: no reconnect, no queue, no time-out of its own.
///
/// Everything is called on one thread. What happens is kept until the driver fetches it; after ``abort()``,
/// ``close(publishingWill:)`` or ``open(_:)`` nothing of the connection before is reported any more.
package protocol Transport: AnyObject {
    /// Begins a fresh connection. Never blocks; the outcome comes as an event.
    func open(_ request: ConnectRequest)

    /// Subscribes one filter; nil if the connection is gone (an event tells why).
    func subscribe(_ subscription: Subscription) -> PacketID?

    func unsubscribe(_ filter: String)

    /// Hands a message to the connection.
    func publish(_ message: OutgoingMessage) -> PublishSubmission

    /// What the own certificate of the present connection is valid for; nil without one, or before the handshake.
    var certificate: CertificateValidity? { get }

    /// A number that changes when one of the files is replaced; nil without a certificate file.
    func stamp(of files: TLSConfiguration) -> UInt64?

    /// The certificate that stands in the files now; nil if they cannot be used.
    func stored(_ files: TLSConfiguration) -> CertificateValidity?

    /// Sends what is pending and DISCONNECT, then closes.
    func close(publishingWill: Bool)

    /// Ends the connection without writing another byte, so that nothing of the last pass is acknowledged.
    func abort()
}

/// How a transport took a message.
package enum PublishSubmission: Sendable, Equatable {
    /// It will be written; QoS 1 is answered by ``TransportEvent/acknowledged(_:reason:)`` with this number.
    case accepted(PacketID)
    /// Larger than the broker takes.
    case tooLarge
    /// The topic or a property is not valid, or retained messages are not available.
    case invalid
    /// There is no connection any more.
    case closed
}
