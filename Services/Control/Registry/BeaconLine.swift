import Schema

/// A registered beacon on one line, for people.
enum BeaconLine {
    private static let actions: [(key: String, field: String, word: String)] = [
        ("checkin_action", "place_id", "check-in"), ("show_asset_action", "asset_id", "show"),
        ("inbox_add_assets_action", "asset_ids", "add"), ("inbox_save_assets_action", "asset_ids", "save"),
    ]

    /// Id, name in quotes, and the action that is decided (L12), e.g. `check-in lobby`.
    static func text(_ record: BeaconRecord) -> String {
        var parts = [record.beacon.description]
        if let name = record.name { parts.append(quoted(name)) }
        parts.append(action(record.metadata) ?? "no action")
        return parts.joined(separator: "  ")
    }

    private static func action(_ metadata: [String: JSONValue]) -> String? {
        for action in actions {
            // Null counts as absent (D24).
            guard let value = metadata[action.key], !value.isNull else { continue }
            let target = value[action.field]
            let words = target?.stringValue ?? target?.arrayValue?.compactMap(\.stringValue).joined(separator: " ")
            return words.map { "\(action.word) \(Printable.text($0, limit: 64))" }
                ?? "\(action.word) (of another shape)"
        }
        return nil
    }
}
