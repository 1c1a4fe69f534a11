/// One kind of topic as the contract describes it: address, who writes and reads, what travels on it.
public struct Channel: Sendable {
    /// Which way it goes, seen from BeaconBus.
    public enum Direction: String, Sendable {
        /// BeaconBus publishes; anybody with the right may subscribe.
        case send
        /// Others publish; BeaconBus answers or acts.
        case receive
    }

    /// camelCase, unique.
    public let id: String
    /// Whether it lies below the private root.
    public let isPrivate: Bool
    /// The levels behind the root, parameters in braces.
    public let address: String
    /// Which way it goes.
    public let direction: Direction
    /// Who publishes.
    public let from: String
    /// Who subscribes.
    public let to: String
    /// What it says, in one or two sentences.
    public let sentence: String
    /// Whether its messages are retained.
    public let isRetained: Bool
    /// The quality of service it is published with, 0 or 1.
    public let qos: Int
    /// What travels on it.
    public let messages: [any Message.Type]
    /// What the answers are; none where nothing is answered.
    public let replies: [any Message.Type]

    init(
        _ id: String, _ address: String, _ direction: Direction, from: String, to: String, _ sentence: String,
        _ messages: [any Message.Type], replies: [any Message.Type] = [], isPrivate: Bool = false,
        isRetained: Bool = false, qos: Int = 1
    ) {
        self.id = id
        self.isPrivate = isPrivate
        self.address = address
        self.direction = direction
        self.from = from
        self.to = to
        self.sentence = sentence
        self.isRetained = isRetained
        self.qos = qos
        self.messages = messages
        self.replies = replies.isEmpty ? [] : replies + [Refusal.self]
    }

    /// The names in braces, in order.
    public var parameters: [String] {
        address.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }

    /// Whether a topic is one of this kind.
    public func matches(_ topic: Topic) -> Bool {
        guard topic.isPrivate == isPrivate else { return false }
        let wanted = address.split(separator: "/")
        let given = topic.levels.split(separator: "/")
        if wanted.last == "{path}" { return given.count >= wanted.count && given.starts(with: wanted.prefix(1)) }
        return wanted.count == given.count && zip(wanted, given).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
}
