import Schema

/// What a view says about an entry of a batch.
enum BeaconText {
    static func detail(_ event: BeaconEvent, _ entry: JSONValue) -> String {
        var words: [String] = []
        let cause = entry["cause"]?.stringValue.map { Printable.text($0, limit: 20) }
        switch event {
        case .active:
            words = [cause, place(entry)].compactMap { $0 }
        case .inactive:
            words = [cause].compactMap { $0 }
        case .changed:
            words = (entry["changes"]?.arrayValue ?? []).prefix(4).map(change)
            if words.isEmpty, let cause { words = [cause] }
        }
        return words.joined(separator: ", ")
    }

    /// `near, 1.4 m, -61 dBm`.
    private static func place(_ entry: JSONValue) -> String? {
        let parts = [
            entry["zone"]?.stringValue.map { Printable.text($0, limit: 12) },
            entry["distance"]?.doubleValue.map { "\(tenths($0)) m" },
            entry["rssi"]?.doubleValue.map { "\(whole($0)) dBm" },
        ].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func change(_ change: JSONValue) -> String {
        let field = change["field"]?.stringValue.map { Printable.text($0, limit: 20) } ?? "?"
        let values = [change["from"], change["to"]].map { value -> String in
            guard let value else { return "–" }
            if value.integerValue == nil, let number = value.doubleValue { return tenths(number) }
            return Printable.text(value.stringValue ?? "\(value)", limit: 32)
        }
        return "\(field) \(values.joined(separator: " → "))"
    }

    private static func whole(_ value: Double) -> String {
        Int(exactly: value.rounded()).map { "\($0)" } ?? "?"
    }

    /// With one digit after the point, without Foundation.
    static func tenths(_ value: Double) -> String {
        guard value.isFinite, abs(value) < 1e9 else { return "?" }
        let scaled = Int((value * 10).rounded())
        return "\(scaled < 0 ? "-" : "")\(abs(scaled) / 10).\(abs(scaled) % 10)"
    }
}
