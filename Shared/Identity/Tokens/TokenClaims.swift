public import Schema

/// What a checked JSON Web Token says.
public struct TokenClaims: Sendable, Hashable {
    /// Whom it is about, at most 256 characters.
    public let sub: String?
    /// Its own name, by which it is used once, at most 256 characters.
    public let jti: String?
    /// Until when it is good.
    public let exp: WallTime
    /// When it was made.
    public let iat: WallTime?
    /// The only node it is good for.
    public let node: NodeID?
    /// The only user it is good for.
    public let user: UserID?
    /// The only app it is good for.
    public let app: AppID?

    /// Each argument is the property of its name.
    public init(
        sub: String?, jti: String?, exp: WallTime, iat: WallTime?, node: NodeID?, user: UserID?, app: AppID?
    ) {
        self.sub = sub
        self.jti = jti
        self.exp = exp
        self.iat = iat
        self.node = node
        self.user = user
        self.app = app
    }
}
