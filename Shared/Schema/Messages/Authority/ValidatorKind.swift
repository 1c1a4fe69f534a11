/// How an app judges access tokens.
public enum ValidatorKind: String, Codable, Sendable, Hashable, CaseIterable {
    /// A web service of the app is asked.
    case http
    /// A client on the bus is asked.
    case mqtt
    /// One-time tokens in the authority's own list.
    case file
    /// Signed tokens (JSON Web Tokens) are checked by the authority.
    case jwt
}
