extension Subscription {
    /// Whether a topic name falls under the filter (MQTT 5 §4.7).
    public func matches(_ topicName: String) -> Bool {
        Self.matches(filter, topicName)
    }

    package static func matches(_ filter: String, _ topicName: String) -> Bool {
        if topicName.utf8.first == UInt8(ascii: "$"), let first = filter.utf8.first,
            first == UInt8(ascii: "+") || first == UInt8(ascii: "#")
        {
            return false
        }
        var given = topicName.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)[...]
        for level in filter.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if level.elementsEqual([UInt8(ascii: "#")]) { return true }
            guard let next = given.popFirst() else { return false }
            guard level.elementsEqual([UInt8(ascii: "+")]) || level.elementsEqual(next) else { return false }
        }
        return given.isEmpty
    }
}
