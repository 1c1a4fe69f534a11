/// What a node is doing (H21).
public enum NodeState: String, Codable, Sendable, Hashable, CaseIterable {
    case idle
    case starting
    case running
    case stopping
}
