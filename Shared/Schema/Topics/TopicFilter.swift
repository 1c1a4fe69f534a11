/// A subscription filter over the topics of design §3. `nil` for a part means any.
public struct TopicFilter: Hashable, Sendable {
    /// Whether it lies below the private root.
    public let isPrivate: Bool
    /// The levels behind the root, with `+` and `#`.
    public let levels: String

    init(_ levels: String, isPrivate: Bool = false) {
        self.levels = levels
        self.isPrivate = isPrivate
    }

    /// One topic exactly.
    public init(_ topic: Topic) {
        self.init(topic.levels, isPrivate: topic.isPrivate)
    }

    /// The filter as it is sent in SUBSCRIBE.
    public func path(in roots: Roots) -> String {
        "\(isPrivate ? roots.private : roots.public)/\(levels)"
    }

    /// Whether a topic falls under the filter (MQTT 5, section 4.7).
    public func matches(_ topic: Topic) -> Bool {
        guard topic.isPrivate == isPrivate else { return false }
        let wanted = levels.split(separator: "/", omittingEmptySubsequences: false)
        let given = topic.levels.split(separator: "/", omittingEmptySubsequences: false)
        for (index, level) in wanted.enumerated() {
            if level == "#" { return true }
            guard index < given.count, level == "+" || level == given[index] else { return false }
        }
        return wanted.count == given.count
    }
}
