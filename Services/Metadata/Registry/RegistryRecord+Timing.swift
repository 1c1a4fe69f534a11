import Schema

extension RegistryRecord {
    private static let spans: ClosedRange<Int64> = 100...86_400_000
    private static let sightings: ClosedRange<Int64> = 1...4
    private static let ranges: ClosedRange<Double> = 0.1...1000

    /// Checks a record's own timing: `sightings` within `window` ms make it active, `timeout` ms of silence inactive, and
    /// beyond `range` metres it is not taken for present. What is absent stays as the node has it.
    static func timing(_ value: JSONValue?, _ reasons: inout [String]) -> JSONValue? {
        guard let value else { return nil }
        guard case .object(let given) = value else {
            reasons.append("timing must be an object {…} with sightings, window, timeout, range")
            return nil
        }
        let members = given.filter { !$0.value.isNull }
        for (key, member) in members.sorted(by: { $0.key < $1.key }) {
            switch key {
            case "sightings" where !contains(sightings, member):
                reasons.append("timing.sightings must be a whole number from 1 to 4")
            case "window" where !contains(spans, member), "timeout" where !contains(spans, member):
                reasons.append("timing.\(key) must be a whole number of ms from 100 to 86400000")
            case "range" where !(member.doubleValue.map(ranges.contains) ?? false):
                reasons.append("timing.range must be a number of metres from 0.1 to 1000")
            case "sightings", "window", "timeout", "range":
                break
            default:
                reasons.append("timing.\(quoted(key)) is not known; known are sightings, window, timeout, range")
            }
        }
        return members.isEmpty ? nil : .object(members)
    }

    private static func contains(_ range: ClosedRange<Int64>, _ value: JSONValue) -> Bool {
        value.integerValue.map(range.contains) ?? false
    }
}
