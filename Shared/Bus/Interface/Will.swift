public import Schema

/// What the broker publishes for us, retained, when the connection ends without goodbye.
///
/// It is made anew for each CONNECT, because it carries session and connection number (design §4). A graceful stop
/// asks the broker to publish it too, so that `lost` always follows the end of a process.
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
