import Identity
import Schema

/// Two signing requests that may be signed, and for whom.
struct CheckedPair: Sendable {
    let lifecycle: SigningRequest
    let scanner: SigningRequest
    let app: AppID
    let user: UserID
    /// renew: when the chain of renewals began; nil when it begins now.
    let chainBegan: WallTime?

    var fingerprints: [String] { [lifecycle.publicKey.fingerprint, scanner.publicKey.fingerprint] }
}
