import Identity
import Schema

/// Whether what a signer made is what was ordered: whoever signs, nothing else leaves the authority. Pure.
enum IssueCheck {
    /// - Throws: `authorityRejected` naming what differs.
    static func check(
        _ certificates: [Certificate], _ orders: [CertificateOrder], authority: Certificate, at now: WallTime
    ) throws(BeaconBusError) {
        guard certificates.count == orders.count else {
            throw differs("\(certificates.count) certificates for \(orders.count) orders")
        }
        guard Set(certificates.map(\.serial)).count == certificates.count else {
            throw differs("two certificates of one serial number")
        }
        for (certificate, order) in zip(certificates, orders) {
            try SignedCheck.check(certificate, order, authority: authority, at: now)
        }
    }

    private static func differs(_ what: String) -> BeaconBusError {
        BeaconBusError(
            .authorityRejected, "The signer made something else than was ordered", reason: what,
            suggestion: "Look into the configuration of the certificate server.", retryable: false)
    }
}
