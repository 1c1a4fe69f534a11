import Schema

extension Action {
    /// Most assets in one action.
    static let maximumAssets = 100
    /// Longest identifier of a place or asset in bytes.
    static let maximumName = 256

    /// Checks the shape of an action (requirements §2, "Action shapes"). Null fields count as absent (D24).
    ///
    /// - Throws: `actionInvalid`, naming the field and what it should be.
    init(_ kind: ActionKind, _ value: JSONValue) throws(BeaconBusError) {
        guard case .object(let fields) = value else { throw Self.wrong(kind, nil, "is not an object") }
        let reader = ActionReader(kind: kind, fields: fields)
        self.kind = kind
        self.fields = fields
        scope = try reader.scope() ?? kind.scope
        maximumAge = try reader.seconds("max_age_s") ?? kind.maximumAge
        switch kind {
        case .checkIn:
            _ = try reader.name("place_id")
            _ = try reader.text("note")
            cooldown = try reader.seconds("cooldown_s")
            (inbox, assets, expiresAt) = (nil, [], nil)
        case .showAsset:
            assets = [try reader.name("asset_id")]
            for field in ["title", "url", "screen"] { _ = try reader.text(field) }
            (inbox, cooldown, expiresAt) = (nil, nil, nil)
        case .inboxAdd, .inboxSave:
            assets = try reader.names("asset_ids", most: Self.maximumAssets)
            inbox = try reader.inbox("inbox")
            expiresAt = kind == .inboxAdd ? try reader.time("expires_at") : nil
            cooldown = nil
        }
    }

    static func wrong(_ kind: ActionKind, _ field: String?, _ reason: String) -> BeaconBusError {
        let name = field.map { "\(kind.metadataKey).\($0)" } ?? kind.metadataKey
        return BeaconBusError(
            .actionInvalid, "An action in the metadata does not have its required shape.",
            reason: "\(name) \(reason)", suggestion: "Correct \(name) in the beacon's metadata.", retryable: false)
    }
}
