package import Schema

/// An MQTT packet identifier, unique among what is unacknowledged.
package typealias PacketID = Int32

/// What a transport has to tell about the one connection it has.
package enum TransportEvent: Sendable {
    /// CONNACK with success; how many QoS 1 messages the broker takes before it acknowledges.
    case accepted(receiveMaximum: Int)
    /// CONNACK with an error: its reason code.
    case refused(reason: UInt8)
    /// SUBACK: the reason code of the one filter.
    case subscribed(PacketID, reason: UInt8)
    /// PUBACK: its reason code.
    case acknowledged(PacketID, reason: UInt8)
    case message(IncomingMessage)
    /// The connection is over or could not be made.
    case closed(BusFailure.Kind, BeaconBusError)
}
