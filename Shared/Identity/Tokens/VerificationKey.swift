public import Schema

/// With what a JSON Web Token's signature is checked.
public enum VerificationKey: Sendable, Hashable, Redacted {
    /// For RS256 and ES256.
    case publicKey(PublicKey)
    /// For HS256: at least 32 bytes, and no PEM text (which would be somebody's public key).
    case secret(SecretBytes)

    /// The key as an app's validator has it: a public key as PEM, or for HS256 a secret as base64.
    ///
    /// - Throws: `configurationInvalid` where it does not fit the algorithm.
    public init(_ algorithm: TokenAlgorithm, text: String) throws(BeaconBusError) {
        switch algorithm {
        case .hs256:
            guard var bytes = Base64.decode(text) else { throw Self.unfit("the shared secret for HS256 is not base64") }
            self = .secret(SecretBytes(consuming: &bytes))
        case .rs256, .es256:
            do throws(BeaconBusError) {
                self = .publicKey(try PublicKey(pem: text))
            } catch {
                throw Self.unfit("the public key for \(algorithm.rawValue) is unreadable: \(error.reason)")
            }
        }
        try check(algorithm)
    }

    /// Whether the key is one for this algorithm, and strong enough.
    ///
    /// - Throws: `configurationInvalid`.
    public func check(_ algorithm: TokenAlgorithm) throws(BeaconBusError) {
        switch (algorithm, self) {
        case (.hs256, .secret(let secret)):
            guard secret.count >= 32 else { throw Self.unfit("the shared secret for HS256 is shorter than 32 bytes") }
            // Whoever has the public key could sign with it.
            guard !secret.withBytes({ $0.starts(with: "-----BEGIN".utf8) }) else {
                throw Self.unfit("the shared secret for HS256 is a key in PEM")
            }
        case (.rs256, .publicKey(let key)):
            guard case .rsa = key.kind, key.kind.isAccepted else {
                throw Self.unfit("the key for RS256 is \(key.kind.words), not RSA of 2048 to 8192 bits")
            }
        case (.es256, .publicKey(let key)):
            guard key.kind == .p256 else { throw Self.unfit("the key for ES256 is \(key.kind.words), not P-256") }
        default: throw Self.unfit("the key does not belong to \(algorithm.rawValue)")
        }
    }

    public static func == (left: VerificationKey, right: VerificationKey) -> Bool {
        switch (left, right) {
        case (.publicKey(let left), .publicKey(let right)): left == right
        case (.secret(let left), .secret(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        // A secret has no place in a hash table.
        if case .publicKey(let key) = self { hasher.combine(key) }
    }

    private static func unfit(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .configurationInvalid, reason: reason,
            suggestion: "Set the app's validator anew: `beaconctl app set-validator`.")
    }
}
