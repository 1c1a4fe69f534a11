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

    /// Nil for a level that names none.
    public init?(level: some StringProtocol) {
        guard let name = Self.allCases.first(where: { $0.level == level }) else { return nil }
        self = name
    }
}
