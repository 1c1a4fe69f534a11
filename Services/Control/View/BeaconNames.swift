import Schema

/// What beacons are called in a view: their name where one was heard or registered, and a short form of their identity.
struct BeaconNames: Sendable {
    private static let limit = 100_000
    private var names: [String: String] = [:]

    /// Remembers a name; it may come from the air, so it is made printable and short.
    mutating func learn(_ beacon: String, _ name: String?) {
        guard let name, !name.isEmpty, names[beacon] != nil || names.count < Self.limit else { return }
        names[beacon] = Printable.text(name, limit: 32)
    }

    /// `Front desk (ibeacon b9f7e2c4… 1 1)`, or the short identity alone.
    func text(_ beacon: String) -> String {
        let short = Self.short(beacon)
        return names[beacon].map { "\($0) (\(short))" } ?? short
    }

    /// The format, the first eight characters of the long part, and the numbers.
    static func short(_ beacon: String) -> String {
        guard let id = BeaconID(beacon) else { return Printable.text(beacon, limit: 40) }
        let text = id.description
        let parts = text.split(separator: "-")
        switch parts.first {
        case "ibeacon" where parts.count == 8: return "ibeacon \(parts[1])… \(parts[6]) \(parts[7])"
        case "altbeacon" where parts.count == 2: return "altbeacon \(parts[1].prefix(8))…\(parts[1].suffix(4))"
        case "eddystone" where parts.count == 3 && parts[1] == "url": return "eddystone-url \(parts[2].prefix(8))…"
        case "eddystone" where parts.count == 3 && parts[1] != "eid":
            return "eddystone \(parts[1].prefix(8))… \(parts[2])"
        default: return text
        }
    }
}
