import Identity
import Schema

/// Signs with the site's own authority, in the process.
struct OwnSigner: CertificateSigner {
    let authority: CertificateAuthority

    func sign(_ orders: [CertificateOrder], ticket: UInt64, at now: WallTime) -> Progress<[Certificate]> {
        var certificates: [Certificate] = []
        for order in orders {
            switch sign(order) {
            case .success(let certificate): certificates.append(certificate)
            case .failure(let error): return .settled(.failure(error))
            }
        }
        return .settled(.success(certificates))
    }

    /// One of them.
    func sign(_ order: CertificateOrder) -> Result<Certificate, BeaconBusError> {
        do throws(BeaconBusError) {
            return .success(
                try authority.issue(
                    .client, to: order.client, publicKey: order.request.publicKey, serial: order.serial,
                    notBefore: order.notBefore, notAfter: order.notAfter))
        } catch {
            return .failure(error)
        }
    }

    func stop() {}
}
