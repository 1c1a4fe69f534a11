import Identity
import Schema
import Synchronization
import Web

/// Has the pairs of nodes made by a cfssl server (`authsign`), which has the site's key too. Nothing it answers is
/// believed unchecked: it would sign any name, and a profile may say what it likes.
///
/// Everything else is signed here: with cfssl a life belongs to a profile, and bootstrap certificates of a day and of
/// years, and those of clients, each have their own.
final class CFSSLSigner: CertificateSigner {
    typealias Deliver = @Sendable (UInt64, Result<[Certificate], BeaconBusError>) -> Void

    /// How long it has for each certificate.
    static let timeout = Duration.seconds(5)

    private let settings: CFSSLSettings
    private let endpoint: WebAddress
    private let authority: CertificateAuthority
    private let web: WebClient
    private let deliver: Deliver
    private let isStopped = Atomic(false)

    /// - Throws: `configurationInvalid` for an address that cannot be asked.
    init(
        _ settings: CFSSLSettings, authority: CertificateAuthority, web: WebClient, deliver: @escaping Deliver
    ) throws(BeaconBusError) {
        self.settings = settings
        endpoint = try WebAddress(settings.address.text + "/api/v1/cfssl/authsign")
        self.authority = authority
        self.web = web
        self.deliver = deliver
    }

    func sign(_ orders: [CertificateOrder], ticket: UInt64, at now: WallTime) -> Progress<[Certificate]> {
        let ours = OwnSigner(authority: authority)
        guard orders.contains(where: { Self.isForServer($0) }) else {
            return ours.sign(orders, ticket: ticket, at: now)
        }
        let batch = SigningBatch(count: orders.count) { [self] result in
            if !isStopped.load(ordering: .acquiring) { deliver(ticket, result) }
        }
        for (index, order) in orders.enumerated() {
            guard Self.isForServer(order) else {
                batch.settle(index, ours.sign(order))
                continue
            }
            web.post(request(order)) { [authority] outcome in
                batch.settle(index, Self.certificate(outcome, order, authority.certificate, now))
            }
        }
        return .waiting
    }

    private static func isForServer(_ order: CertificateOrder) -> Bool {
        order.client.kind == .node || order.client.kind == .scanner
    }

    func stop() {
        isStopped.store(true, ordering: .releasing)
    }

    /// `{"request": base64(json), "token": base64(HMAC-SHA256(key, json))}`, the name set from outside of the request.
    func request(_ order: CertificateOrder) -> WebRequest {
        let json = JSONValue.object([
            "certificate_request": .string(order.request.pem), "profile": .string(settings.profile),
            "subject": ["CN": .string(order.client.description), "names": []],
        ]).bytes
        let token = HMAC.sha256(key: settings.key, message: json)
        let body = JSONValue.object([
            "request": .string(Base64.encode(json)), "token": .string(Base64.encode(token)),
        ])
        // Who configures the service chooses it; only what goes unencrypted has to stay on this machine.
        let everywhere = ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) }
        return WebRequest(
            address: endpoint, headers: ["Content-Type: application/json"], body: body.bytes,
            policy: AddressPolicy(networks: everywhere, requiresLoopback: !endpoint.isEncrypted),
            authorityFile: settings.authorityFile, timeout: Self.timeout, group: "certificate server")
    }

    private static func certificate(
        _ outcome: Result<WebResponse, WebFailure>, _ order: CertificateOrder, _ authority: Certificate,
        _ now: WallTime
    ) -> Result<Certificate, BeaconBusError> {
        let response: WebResponse
        switch outcome {
        case .success(let got): response = got
        case .failure(let failure):
            switch failure.kind {
            case .tooLarge, .notHTTP: return .failure(.signerRejected(failure.reason))
            case .busy: return .failure(.signerBusy(failure.reason))
            default: return .failure(.signerUnreachable(failure.reason))
            }
        }
        switch CFSSLAnswer(status: response.status, body: response.body) {
        case .unavailable(let reason): return .failure(.signerUnreachable(reason))
        case .rejected(let reason), .nonsense(let reason): return .failure(.signerRejected(reason))
        case .certificate(let pem):
            do throws(BeaconBusError) {
                let chain = try Certificate.chain(pem: pem)
                guard chain.count == 1 else { return .failure(.signerRejected("it sent several certificates")) }
                try SignedCheck.check(chain[0], order, authority: authority, at: now)
                return .success(chain[0])
            } catch {
                return .failure(error.code == .authorityRejected ? error : .signerRejected(error.reason))
            }
        }
    }
}
