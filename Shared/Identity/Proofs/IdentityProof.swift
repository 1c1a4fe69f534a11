public import Schema

/// The bytes that are signed to prove possession of a key; never those of anything else (design §3, private root).
public enum IdentityProof {
    /// For `activate`, signed by each of the two new keys.
    public static func activation(
        site: SiteID, node: NodeID, set: CertificateSetID, request: RequestID
    ) -> [UInt8] {
        Array("beaconbus-activate\n\(site)\n\(node)\n\(set)\n\(request)\n".utf8)
    }

    /// For `renew`, signed by the lifecycle's current key; `requestsHash` is that of the requests sent.
    public static func renewal(site: SiteID, node: NodeID, request: RequestID, requestsHash: String) -> [UInt8] {
        Array("beaconbus-renew\n\(site)\n\(node)\n\(request)\n\(requestsHash)\n".utf8)
    }

    /// SHA-256 of the two signing requests as sent, the lifecycle's first, lower-case hex.
    public static func requestsHash(_ requests: CertificateRequests) -> String {
        Digest.sha256Hex(Array(requests.lifecycle.utf8) + Array(requests.scanner.utf8))
    }

    /// A signature for a message: base64 of what the key signed.
    public static func sign(_ bytes: [UInt8], with key: PrivateKey) throws(BeaconBusError) -> String {
        Base64.encode(try key.sign(bytes))
    }

    /// Whether a proof from a message is a signature of the bytes by that key.
    public static func isValid(_ proof: String, of bytes: [UInt8], by key: PublicKey) -> Bool {
        guard let signature = Base64.decode(proof) else { return false }
        return key.verifies(signature, of: bytes)
    }
}
