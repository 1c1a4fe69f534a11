import Schema

/// What a node remembers of a pair of certificates besides the certificates themselves.
struct SetRecord: Codable, Sendable, Equatable {
    static let currentVersion = 1

    var version = Self.currentVersion
    /// When an access token was last used on the way to it; renewals leave it (D5, `maxChainAge`).
    var chainBegan: WallTime
    /// The authority's clock when it was issued.
    var issued: WallTime
}
