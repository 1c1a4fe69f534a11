/// Whether a beacon is at the site.
public enum PresenceState: String, Codable, Sendable, Hashable, CaseIterable {
    case present
    case away
    /// Its node is offline, stopped or lost (D9).
    case unknown
}
