/// Where reports come from.
public enum SourceKind: String, Codable, Sendable, Hashable, CaseIterable {
    case radio
    case recording
    case simulation
    case gateway
}
