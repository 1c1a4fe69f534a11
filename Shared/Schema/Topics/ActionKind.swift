/// The four actions, in their order of precedence (L12).
public enum ActionKind: String, Codable, Sendable, Hashable, CaseIterable {
    case checkIn, showAsset, inboxAdd, inboxSave

    /// The topic level: kebab-case.
    public var level: String {
        switch self {
        case .checkIn: "check-in"
        case .showAsset: "show-asset"
        case .inboxAdd: "inbox-add"
        case .inboxSave: "inbox-save"
        }
    }

    /// The key in a beacon's metadata whose presence decides for this action.
    public var metadataKey: String {
        switch self {
        case .checkIn: "checkin_action"
        case .showAsset: "show_asset_action"
        case .inboxAdd: "inbox_add_assets_action"
        case .inboxSave: "inbox_save_assets_action"
        }
    }

    /// Nil for a level that names none.
    public init?(level: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.level == level }) else { return nil }
        self = kind
    }
}
