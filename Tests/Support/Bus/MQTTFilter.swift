/// Matching of topic filters, MQTT 5 §4.7.
public enum MQTTFilter {
    public static func matches(_ filter: String, _ topic: String) -> Bool {
        let wanted = filter.split(separator: "/", omittingEmptySubsequences: false)
        let given = topic.split(separator: "/", omittingEmptySubsequences: false)
        if topic.first == "$", filter.first == "+" || filter.first == "#" { return false }
        for (index, level) in wanted.enumerated() {
            if level == "#" { return true }
            guard index < given.count, level == "+" || level == given[index] else { return false }
        }
        return wanted.count == given.count
    }
}
