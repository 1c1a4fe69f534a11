import Identity
import Schema
import Support
import Synchronization
import Web

@testable import AuthorityService

/// A site's authority, orders for it, and a signer's results awaited.
final class SigningBench: Sendable {
    static let key = SecretBytes(Array(0..<16))
    static let site = SiteID("home")!
    static let node = ClientID("n.home.kitchen")!

    let folder = TemporaryFolder()
    let now = WallTime.now()
    let authority: CertificateAuthority
    let web = WebClient()
    private let results = Mutex<[UInt64: [Result<[Certificate], BeaconBusError>]]>([:])
    private let last = Mutex<UInt64>(0)

    init() throws {
        authority = try CertificateAuthority.make(site: Self.site, now: .now(), life: .seconds(365 * 86_400))
    }

    deinit { web.stop() }

    /// A signer that asks there.
    func signer(
        _ url: String, profile: String = "node", key: SecretBytes = SigningBench.key, authorityFile: String? = nil
    ) throws -> CFSSLSigner {
        let settings = CFSSLSettings(
            address: try WebAddress(url), profile: profile, key: key, authorityFile: authorityFile)
        return try CFSSLSigner(settings, authority: authority, web: web) { [weak self] ticket, result in
            self?.results.withLock { $0[ticket, default: []].append(result) }
        }
    }

    /// An order for a day.
    func order(_ client: ClientID = SigningBench.node, _ request: SigningRequest? = nil) throws -> CertificateOrder {
        CertificateOrder(
            client: client, request: try request ?? SigningRequest.make(for: client, key: try PrivateKey.generate()),
            notBefore: now - .seconds(60), notAfter: now + .seconds(86_400), serial: SystemRandom.serial())
    }

    /// Signs and waits; fails the test by a missing result.
    func sign(_ signer: some CertificateSigner, _ orders: [CertificateOrder]) async -> Result<
        [Certificate], BeaconBusError
    > {
        let ticket = last.withLock { last -> UInt64 in
            last += 1
            return last
        }
        if case .settled(let result) = signer.sign(orders, ticket: ticket, at: now) { return result }
        await eventually { self.results.withLock { $0[ticket] != nil } }
        return results.withLock { $0[ticket]?.first } ?? .failure(.signerUnreachable("the test has no result"))
    }

    /// How often a result was told, over all tickets.
    var told: Int { results.withLock { $0.values.map(\.count).max() ?? 0 } }
}
