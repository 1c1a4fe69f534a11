public import Schema

/// An outcome or an action as it is stored and sent.
public struct LedgerMessage: Hashable, Sendable {
    /// Its rising number.
    public let number: Int64
    /// When it was stored.
    public let at: WallTime
    /// The service's code for what it is.
    public let kind: Int64
    /// The message's fields.
    public let body: [UInt8]
}
