/// How near a beacon is.
public enum BeaconZone: String, Codable, Sendable, Hashable, CaseIterable {
    /// Within arm's reach.
    case immediate
    case near
    case far
    /// No signal strength was heard.
    case unknown
}
