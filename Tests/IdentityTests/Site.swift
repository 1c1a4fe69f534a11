import Identity
import Schema
import Testing

/// An authority of the site `home` and what it issues, at a fixed time.
struct Site {
    static let now = WallTime("2026-11-30T12:00:00Z") ?? .epoch
    let authority: CertificateAuthority

    init() throws {
        let home = try SiteID(validating: "home")
        authority = try CertificateAuthority.make(site: home, now: Self.now, life: .seconds(3_650 * 86_400))
    }

    struct Issued {
        let key: PrivateKey
        let certificate: Certificate
    }

    func issue(
        _ name: String, key: PrivateKey? = nil, from: WallTime = Self.now, life: Duration = .seconds(90 * 86_400)
    ) throws -> Issued {
        let key = try key ?? PrivateKey.generate()
        let certificate = try authority.issue(
            .client, to: try ClientID(validating: name), publicKey: key.publicKey, serial: SystemRandom.serial(),
            notBefore: from, notAfter: from + life)
        return Issued(key: key, certificate: certificate)
    }
}

/// The code of the error a call throws, nil where it throws none.
func code(_ body: () throws -> Void) -> ErrorCode? {
    do {
        try body()
        return nil
    } catch {
        return (error as? BeaconBusError)?.code
    }
}
