/// What a node can be told.
public enum NodeCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case start, stop, discover
}
