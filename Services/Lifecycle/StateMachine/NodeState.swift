/// The public state of a node.
enum NodeState: String, Codable, Hashable, Sendable {
    case idle, starting, running, stopping
}
