/// How often an action takes effect (D15).
public enum EffectScope: String, Codable, Sendable, Hashable, CaseIterable {
    /// Once per episode: one uninterrupted stay of a beacon at the site, over all its nodes.
    case site
    /// Once per activation: one uninterrupted period in which one node sees the beacon.
    case node
}
