import Schema

/// A request for certificates under way, as it lies on the disk before it is sent: the same request id always goes
/// with the same words, because a signature made again would be another one.
///
/// It holds the access token, so it lies where the keys lie, closed to everybody else.
struct RequestRecord: Codable, Redacted, Sendable {
    static let currentVersion = 1

    var version = Self.currentVersion
    var id: RequestID
    var kind: IdentityHoldings.RequestKind
    var node: NodeID
    /// Enrolments only, as all three were when it was made.
    var user: UserID?
    var app: AppID?
    var token: String?
    /// Signing request of the lifecycle, PEM.
    var lifecycle: String
    /// Signing request of the scanner, PEM.
    var scanner: String
    /// Renewals only: signature with the current key, base64.
    var proof: String?
    /// Renewals only: when the last access token was used for the pair that is renewed.
    var chainBegan: WallTime?
    /// When it was made, by this node's clock.
    var made: WallTime

    var requests: CertificateRequests { CertificateRequests(lifecycle: lifecycle, scanner: scanner) }
}
