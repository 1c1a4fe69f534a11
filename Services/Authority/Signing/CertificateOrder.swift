import Identity
import Schema

/// A certificate to be made. The name is `client`, never what the signing request says.
struct CertificateOrder: Sendable {
    /// Whose it becomes.
    let client: ClientID
    /// Checked before; its public key is taken.
    let request: SigningRequest
    let notBefore: WallTime
    let notAfter: WallTime
    /// 128 random bits; another's signer takes its own.
    let serial: [UInt8]
}
