public import Schema

/// What the broker publishes for us, retained, when the connection ends without goodbye.
///
/// It is made anew for each CONNECT, because it carries session and connection number (design §4). A graceful stop
/// asks the broker to publish it too, so that `lost` always follows the end of a process.
///
/// The broker takes a former connection of the same client id off before it accepts the next, so one name leaves no
/// late will. A node's two names, with certificate and with bootstrap credential, share the topic: what an earlier
/// process left under the other one may come late and stand over a newer `lost`. Who follows keeps the newest (D7); who
/// only reads what is retained may then take a node that is gone for present until its next start, never the reverse.
public struct Will: Sendable {
    public let topic: Topic
    /// The body for a session and connection number.
    public let body: @Sendable (_ session: UInt64, _ connection: UInt64) -> any Message

    public init(topic: Topic, body: @escaping @Sendable (_ session: UInt64, _ connection: UInt64) -> any Message) {
        self.topic = topic
        self.body = body
    }

    /// The will of a process with own state: ``Lost`` on `topic`.
    public static func lost(_ topic: Topic) -> Will {
        Will(topic: topic) { session, connection in Lost(session: session, connection: connection) }
    }
}
