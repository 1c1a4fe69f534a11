internal import Schema

/// Parsed topics by name, because the same few come again and again; bounded.
struct TopicCache {
    private var known: [String: Topic?] = [:]
    private let roots: Roots

    init(roots: Roots) {
        self.roots = roots
    }

    mutating func topic(_ name: String) -> Topic? {
        if let found = known[name] { return found }
        let topic = Topic(name, in: roots)
        if known.count >= 2_048 { known.removeAll(keepingCapacity: true) }
        known[name] = .some(topic)
        return topic
    }
}
