/// What happened to a beacon at a node.
public enum BeaconEvent: String, Codable, Sendable, Hashable, CaseIterable {
    case active, inactive, changed
}
