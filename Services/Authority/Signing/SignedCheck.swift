import Identity
import Schema

/// What comes back from another's certificate server is believed only as far as it is what was ordered.
enum SignedCheck {
    /// How much later than ordered it may end: servers count from their own clock.
    static let tolerance = Duration.seconds(300)

    /// Checks key, name, purpose, validity and the chain to the site's authority.
    ///
    /// - Throws: `authorityRejected` naming what does not fit.
    static func check(
        _ certificate: Certificate, _ order: CertificateOrder, authority: Certificate, at now: WallTime
    ) throws(BeaconBusError) {
        guard certificate.publicKey == order.request.publicKey else { throw wrong("it is for another key") }
        guard certificate.client == order.client, certificate.subject.count == 1 else {
            throw wrong("its name is not \(order.client) alone")
        }
        guard !certificate.isAuthority else { throw wrong("it may issue others") }
        guard certificate.extendedKeyUsages == [CertificatePurpose.client.rawValue] else {
            throw wrong("it is not for clientAuth alone")
        }
        guard certificate.alternativeNames.isEmpty else { throw wrong("it has further names") }
        guard certificate.notAfter <= order.notAfter + tolerance else {
            throw wrong("it is valid until \(certificate.notAfter), ordered was \(order.notAfter) at the latest")
        }
        guard certificate.notAfter >= min(order.notAfter, now + tolerance) else {
            throw wrong("it ends too soon, \(certificate.notAfter)")
        }
        guard certificate.serial.utf8.count <= 40, certificate.serial.utf8.contains(where: { $0 != 0x30 }) else {
            throw wrong("its serial number is zero or longer than 20 bytes")
        }
        do throws(BeaconBusError) {
            try TrustStore([authority]).verify([certificate], purpose: .client, at: now)
        } catch {
            throw wrong(error.reason)
        }
    }

    private static func wrong(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .authorityRejected, "The certificate server made another certificate than was ordered", reason: reason,
            suggestion:
                "See to the profile of the certificate server: client auth, no authority, a life of at most the one here."
        )
    }
}
