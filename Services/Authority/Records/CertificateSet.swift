import Schema

/// A node's pair of certificates, with the public keys that prove its possession.
struct CertificateSet: Equatable, Sendable {
    let id: CertificateSetID
    let node: NodeID
    var status: IssuedStatus
    let app: AppID
    let user: UserID
    /// SubjectPublicKeyInfo, DER.
    let lifecycleKey: [UInt8]
    let scannerKey: [UInt8]
    /// SHA-256 of these, lower-case hex.
    let lifecycleFingerprint: String
    let scannerFingerprint: String
    let issued: WallTime
    let notAfter: WallTime
    /// Since when it has its status.
    var changed: WallTime
    /// When a token was given last in the chain of renewals it belongs to.
    let chainBegan: WallTime
}
