import Schema

/// A certificate the authority has made or taken over.
struct IssuedCertificate: Equatable, Sendable {
    /// What it is for.
    enum Purpose: String, Sendable {
        /// Lifecycle's or scanner's of a pair.
        case pair
        /// With which a node comes back after its pair has expired; goes with the pair.
        case comeback
        /// The one-time bootstrap credential of an announced node.
        case bundle
        /// Of an observer, operator or site service.
        case client
    }

    /// Lower-case hex.
    let serial: String
    let client: ClientID
    let purpose: Purpose
    var node: NodeID?
    var set: CertificateSetID?
    let issued: WallTime
    let notAfter: WallTime
    var revoked: WallTime?
}
