import Identity
import Schema

/// Signs with the site's own authority, in the process.
struct OwnSigner: CertificateSigner {
    let authority: CertificateAuthority

    func sign(_ orders: [CertificateOrder], ticket: UInt64, at now: WallTime) -> Progress<[Certificate]> {
        do throws(BeaconBusError) {
            var certificates: [Certificate] = []
            for order in orders {
                certificates.append(
                    try authority.issue(
                        .client, to: order.client, publicKey: order.request.publicKey, serial: order.serial,
                        notBefore: order.notBefore, notAfter: order.notAfter))
            }
            return .settled(.success(certificates))
        } catch {
            return .settled(.failure(error))
        }
    }

    func stop() {}
}
