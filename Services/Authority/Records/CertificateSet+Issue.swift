import Identity
import Schema

extension CertificateSet {
    /// The pair just signed for a request; pending until the node proves that it uses it.
    init(_ id: CertificateSetID, _ opened: OpenRequest, _ certificates: [Certificate], _ now: WallTime) {
        let lifecycle = certificates[0].publicKey
        let scanner = certificates[1].publicKey
        self.init(
            id: id, node: opened.request.node, status: .pending, app: opened.pair.app, user: opened.pair.user,
            lifecycleKey: lifecycle.der, scannerKey: scanner.der, lifecycleFingerprint: lifecycle.fingerprint,
            scannerFingerprint: scanner.fingerprint, issued: now, notAfter: certificates[0].notAfter, changed: now,
            chainBegan: opened.pair.chainBegan ?? now)
    }
}

extension IssuedCertificate {
    /// A certificate as it is recorded when it is made.
    init(
        _ certificate: Certificate, client: ClientID? = nil, purpose: Purpose, node: NodeID? = nil,
        set: CertificateSetID? = nil, _ now: WallTime
    ) throws(BeaconBusError) {
        guard let client = client ?? certificate.client else {
            throw BeaconBusError(
                .certificateInvalid, reason: "the certificate \(certificate.serial) has no name of this system",
                suggestion: "Make it with beaconctl.")
        }
        self.init(
            serial: certificate.serial, client: client, purpose: purpose, node: node, set: set, issued: now,
            notAfter: certificate.notAfter)
    }
}
