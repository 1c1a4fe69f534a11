/// A will: this session and connection of its sender is gone.
///
/// Lost ⇔ (lost.session, lost.connection) ≥ (state.session, state.connection). The session is the head's too.
public struct Lost: Message, Hashable {
    /// The sender's session.
    public var session: UInt64
    /// Which CONNECT of that session.
    public var connection: UInt64

    /// Each argument is the field of its name.
    public init(session: UInt64, connection: UInt64) {
        self.session = session
        self.connection = connection
    }

    public static let schema = ObjectSchema(
        "Lost", "A will: this session and connection of its sender is gone.",
        [
            Field("session", .ordinal, "The sender's session."),
            Field("connection", .ordinal, "Which CONNECT of that session."),
        ])

    public static var samples: [Lost] { [Lost(session: 218_000_000, connection: 3)] }
}
