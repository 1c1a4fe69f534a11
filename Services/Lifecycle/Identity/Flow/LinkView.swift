import Schema

/// What an identity flow knows of the connection.
struct LinkView: Sendable {
    /// What the edge was told to connect as; `nil` = nothing yet.
    var wanted: ConnectionIdentity?
    /// Since when it is connected as that; `nil` = it is not.
    var since: Instant?

    func isUp(as identity: ConnectionIdentity) -> Bool {
        wanted == identity && since != nil
    }
}

/// What is not taken any more: one pair, one bundle, or what came with one pair.
enum RefusedIdentity: Hashable, Sendable {
    case node(CertificateSetID)
    case bootstrap(fingerprint: String)
    case reserve(CertificateSetID)
}
