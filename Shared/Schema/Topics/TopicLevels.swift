/// The life-cycle events of a node.
public enum NodeEventName: String, Codable, Sendable, Hashable, CaseIterable {
    case started, stopped, startFailed, ready, stateChanged, warning

    /// The topic level: kebab-case.
    public var level: String {
        switch self {
        case .startFailed: "start-failed"
        case .stateChanged: "state-changed"
        default: rawValue
        }
    }

    public init?(level: some StringProtocol) {
        guard let name = Self.allCases.first(where: { $0.level == level }) else { return nil }
        self = name
    }
}

/// What a node can be told.
public enum NodeCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case start, stop, discover
}

/// What a lifecycle tells its scanner.
public enum ScannerCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case scan, halt, discover
}

/// What an operator tells the metadata service.
public enum MetadataCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case put, delete, list, `import`, configure
}

/// What a consumer tells the dispatch service.
public enum ActionCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case replay
}

/// What happened to a beacon at a node.
public enum BeaconEvent: String, Codable, Sendable, Hashable, CaseIterable {
    case active, inactive, changed
}

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

    public init?(level: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.level == level }) else { return nil }
        self = kind
    }
}
