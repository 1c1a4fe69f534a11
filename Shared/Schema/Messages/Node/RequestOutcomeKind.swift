/// How a start or stop request ended; each ends in exactly one (R19).
public enum RequestOutcomeKind: String, Codable, Sendable, Hashable, CaseIterable {
    case started
    case startFailed
    case stopped
    /// A later request has taken its place.
    case superseded
    case refused
}
