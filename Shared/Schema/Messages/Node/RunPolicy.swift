/// Who decides that a node starts (D4).
public enum RunPolicy: String, Codable, Sendable, Hashable, CaseIterable {
    /// A start request, and nothing else.
    case manual
    /// The operator's standing order: at boot, on `ready`, and after a forced stop.
    case automatic
}
