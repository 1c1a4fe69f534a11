/// What became of an issued certificate.
public enum IssuedStatus: String, Codable, Sendable, Hashable, CaseIterable {
    /// Not used yet.
    case pending
    /// In use.
    case active
    /// Replaced by a newer one, still good for a short while.
    case superseded
    /// On the revocation list.
    case revoked
    /// Past its end.
    case expired
}
