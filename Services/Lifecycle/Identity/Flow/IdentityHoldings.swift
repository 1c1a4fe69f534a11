import Schema

/// What the node's identity folder holds, as read by the edge; times are the certificates' own, judged by nobody yet.
struct IdentityHoldings: Equatable, Sendable {
    /// An installed pair of certificates.
    struct Pair: Equatable, Sendable {
        var set: CertificateSetID
        var notBefore: WallTime
        var notAfter: WallTime
        /// When the newest token was given from which this pair comes by renewals (D5).
        var chainBegan: WallTime
        /// When the bootstrap certificate that came with it expires; `nil` = none came.
        var reserveNotAfter: WallTime?
        /// Whether the authority knows that the pair is installed.
        var activated: Bool

        /// The whole span of its validity.
        var life: Duration { notAfter - notBefore }

        func isExpired(_ time: WallTime) -> Bool { time >= notAfter }

        /// "About to expire" (D2): less than min(30 days, one third of the life) is left.
        func isDue(_ time: WallTime) -> Bool {
            notAfter - time < min(.seconds(30 * 86_400), life / 3)
        }

        /// Whether a token has to be given anew (D5).
        func isOverdue(_ time: WallTime, _ greatest: Duration) -> Bool {
            time - chainBegan >= greatest
        }
    }

    /// What the operator put there.
    struct Bundle: Equatable, Sendable {
        var notAfter: WallTime
        /// Tells one bundle from another.
        var fingerprint: String
    }

    /// A request that was stored before it was sent, and has no final answer yet.
    struct Pending: Equatable, Sendable {
        var kind: RequestKind
        var created: WallTime
    }

    /// What can be asked of the authority.
    enum RequestKind: String, Equatable, Sendable, Codable, CaseIterable {
        /// A pair for an access token (H28).
        case enrol
        /// A new pair by possession of the current one (D5).
        case renew
    }

    var pair: Pair?
    var bootstrap: Bundle?
    var pending: Pending?
    /// Why the folder cannot be used at all: `keyPermissions`, `certificateInvalid`, a store's code.
    var problem: BeaconBusError?
}
