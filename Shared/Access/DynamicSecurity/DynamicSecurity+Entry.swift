internal import Schema

extension DynamicSecurity {
    /// One line of a role: an action that is allowed. The plugin tells subscribing from receiving.
    public struct Entry: Hashable, Sendable, Comparable {
        /// `publishClientSend`, `subscribePattern`, `publishClientReceive`, or what else the plugin knows.
        public var kind: String
        /// A topic filter.
        public var topic: String
        /// False only in what others have made.
        public var allow: Bool

        /// Each argument is the field of its name.
        public init(kind: String, topic: String, allow: Bool = true) {
            self.kind = kind
            self.topic = topic
            self.allow = allow
        }

        /// The lines of one grant.
        public static func entries(of grant: Grant) -> [Entry] {
            switch grant.verb {
            case .publish: [Entry(kind: "publishClientSend", topic: grant.filter)]
            case .subscribe:
                [
                    Entry(kind: "subscribePattern", topic: grant.filter),
                    Entry(kind: "publishClientReceive", topic: grant.filter),
                ]
            }
        }

        public static func < (left: Entry, right: Entry) -> Bool {
            (left.kind, left.topic) < (right.kind, right.topic)
        }

        var json: JSONValue {
            .object(["acltype": .string(kind), "topic": .string(topic), "allow": .bool(allow)])
        }

        init?(_ value: JSONValue) {
            guard let kind = value["acltype"]?.stringValue, let topic = value["topic"]?.stringValue else { return nil }
            self.init(kind: kind, topic: topic, allow: value["allow"]?.boolValue ?? false)
        }
    }
}
