import Bus
import Identity
import Schema
import ServiceKit
import Store

extension AuthorityHandler {
    /// Takes over certificates that `beaconctl site init` has made, from `issued/{serial}.pem`: of site services,
    /// operators, observers, and the shared joining identity. Each file goes when its certificate is recorded.
    func importIssued(_ link: BusLink) {
        let folder = IssuedFolder(path: "\(setup.folder)/issued")
        for name in folder.names(limit: 256) {
            do {
                let certificate = try folder.certificate(name)
                try TrustStore([setup.authority.certificate]).verify([certificate], purpose: .client, at: now)
                guard let client = certificate.client, client.site == setup.site, Self.isClient(client) else {
                    throw BeaconBusError(
                        .certificateInvalid, reason: "\(certificate.commonName ?? "it") is no client of this site",
                        suggestion: "Only services, operators and observers are taken over.")
                }
                let now = now
                try unit(link) { store in
                    guard try store.certificate(certificate.serial) == nil else { return }
                    try store.insert(IssuedCertificate(certificate, purpose: .client, now))
                    try store.putClient(client, validates: nil)
                }
                var entry = AuditEntry("import", now)
                entry.client = client
                entry.serials = [certificate.serial]
                let made = entry
                afterCommit { [unowned self] in
                    audit.write(made)
                    folder.remove(name)
                } else: { _ in
                }
            } catch {
                let error = BeaconBusError.common(error)
                logger.warning(
                    "a certificate cannot be taken over", .path("\(folder.path)/\(name)"),
                    .code(error.code.description), .reason(error.reason))
            }
        }
    }

    /// Whether it is one that gets a certificate without being a node: the shared joining identity is, too.
    static func isClient(_ client: ClientID) -> Bool {
        [.service, .operator, .observer].contains(client.kind) || client.requester == .joining
    }
}
