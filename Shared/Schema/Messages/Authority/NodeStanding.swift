/// How a node stands with the authority.
public enum NodeStanding: String, Codable, Sendable, Hashable, CaseIterable {
    /// It has asked, and nobody has announced or approved it.
    case waiting
    /// It may enrol.
    case expected
    /// It has been given certificates that it has not used yet.
    case pending
    /// It has a pair of certificates in use.
    case active
    /// Its pair has expired; it may enrol again with a token.
    case expired
    /// Its certificates are revoked; it may enrol again when added or approved again.
    case revoked
    /// It may not enrol any more.
    case banned
}
