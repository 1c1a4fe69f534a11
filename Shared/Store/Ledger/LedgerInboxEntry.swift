public import Schema

/// An asset in an inbox.
public struct LedgerInboxEntry: Hashable, Sendable {
    /// The asset.
    public let asset: String
    /// When it was added, or added again.
    public let added: WallTime
    /// Whether nobody has seen it since.
    public let unread: Bool
    /// Whether it is kept: it does not expire.
    public let saved: Bool
    /// When it goes; nil for never.
    public let expires: WallTime?
    /// The activation that added it.
    public let activation: String
}
