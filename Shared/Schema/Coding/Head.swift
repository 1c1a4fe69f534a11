/// The head of a message (design §4), in the same JSON object as its body.
///
/// Everything our processes send has `v`, `from`, `session`, `seq` and `at`; an outsider needs only `v`, and `id`
/// with `replyTo` where an answer is wanted. `id`, `replyTo` and `ttl` belong to requests; an answer repeats the `id`.
public struct Head: Hashable, Sendable {
    /// The message version.
    public var v: Int
    /// Who sent it.
    public var from: ClientID?
    /// The sender's process start, 1 … 2^53−1; of two, the higher is the newer.
    public var session: UInt64?
    /// The number within the session, over all topics of the process; rises, with gaps for any one subscriber.
    public var seq: UInt64?
    /// When it was handed over, by the sender's clock.
    public var at: WallTime?
    /// Names a request, and its answer.
    public var id: RequestID?
    /// The topic the answer goes to; below the asker's own reply topic, or it is refused (D14).
    public var replyTo: String?
    /// How long the request is good for, ms; also its Message Expiry.
    public var ttl: Int64?

    /// The version this library writes and reads.
    public static let version = 1

    /// Each argument is the field of its name.
    public init(
        v: Int = Head.version, from: ClientID? = nil, session: UInt64? = nil, seq: UInt64? = nil, at: WallTime? = nil,
        id: RequestID? = nil, replyTo: String? = nil, ttl: Int64? = nil
    ) {
        self.v = v
        self.from = from
        self.session = session
        self.seq = seq
        self.at = at
        self.id = id
        self.replyTo = replyTo
        self.ttl = ttl
    }
}

extension Head: Codable {
    /// Takes the members of a message that was checked against the head's schema.
    init(checked message: JSONValue) {
        self.init(
            v: Head.version, from: message["from"]?.stringValue.flatMap { ClientID($0) },
            session: message["session"]?.integerValue.map { UInt64(clamping: $0) },
            seq: message["seq"]?.integerValue.map { UInt64(clamping: $0) },
            at: message["at"]?.stringValue.flatMap { WallTime($0) },
            id: message["id"]?.stringValue.flatMap { RequestID($0) }, replyTo: message["replyTo"]?.stringValue,
            ttl: message["ttl"]?.integerValue)
    }
}
