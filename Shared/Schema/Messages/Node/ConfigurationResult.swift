/// What became of a desired configuration (D20).
public enum ConfigurationResult: String, Codable, Sendable, Hashable, CaseIterable {
    case applied
    case rolledBack
}
