import Identity
import Schema
import Support

@testable import AuthorityService

/// A request that is all right, and ways to spoil it; facts that let it in, and ways to change them.
struct DecisionFixture {
    /// What can be wrong, in the order in which the authority looks.
    enum Defect: Int, CaseIterable, Comparable {
        case otherNode, noToken, appMissing, requestBroken, requestOfAnother, sameKey, rate, stranger, otherApp
        case otherUser, keyOfAnother

        static func < (left: Defect, right: Defect) -> Bool { left.rawValue < right.rawValue }

        var code: ErrorCode {
            switch self {
            case .otherNode: .messageInvalid
            case .noToken: .tokenMissing
            case .appMissing: .appUnknown
            case .requestBroken, .requestOfAnother, .sameKey: .csrInvalid
            case .rate: .rateLimited
            case .stranger: .nodeUnexpected
            case .otherApp, .otherUser, .keyOfAnother: .nodeBound
            }
        }
    }

    static let site: SiteID = AuthorityBench.site
    static let node: NodeID = AuthorityBench.name("kitchen")
    static let app: AppID = AuthorityBench.app
    static let user: UserID = AuthorityBench.user
    static let now = WallTime(milliseconds: 1_767_225_600_000)

    let machine: CandidateNode
    let requests: CertificateRequests
    private let foreign: String
    private let twin: String
    private let scannerTwin: String

    init() throws {
        machine = try CandidateNode(site: Self.site, node: Self.node)
        requests = try machine.requests()
        let other = try CandidateNode(site: Self.site, node: AuthorityBench.name("cellar"))
        foreign = try other.requests().lifecycle
        let key = try PrivateKey.generate()
        twin = try SigningRequest.make(for: machine.lifecycleClient, key: key).pem
        scannerTwin = try SigningRequest.make(for: machine.scannerClient, key: key).pem
    }

    func request(_ defects: Set<Defect> = [], asker: ClientKind = .bootstrap) -> NodeRequest {
        var requests = requests
        if defects.contains(.sameKey) { requests = CertificateRequests(lifecycle: twin, scanner: scannerTwin) }
        if defects.contains(.requestOfAnother) { requests.lifecycle = foreign }
        if defects.contains(.requestBroken) { requests.scanner = "-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n" }
        let body = EnrolRequest(
            node: defects.contains(.otherNode) ? AuthorityBench.name("attic") : Self.node, user: Self.user,
            app: Self.app, token: defects.contains(.noToken) ? "" : "token", requests: requests)
        return NodeRequest(body, node: Self.node, id: RequestID("one")!, asker: asker)
    }

    func facts(_ defects: Set<Defect> = []) -> NodeFacts {
        var record = NodeRecord(node: Self.node, state: .known, since: Self.now)
        record.expectedUntil = Self.now + .seconds(60)
        if defects.contains(.otherApp) { record.expectedApp = AuthorityBench.name("another") }
        if defects.contains(.otherUser) { record.expectedUser = AuthorityBench.name("another") }
        return facts(
            defects.contains(.stranger) ? nil : record, app: defects.contains(.appMissing) ? nil : Self.record,
            rate: defects.contains(.rate), keyOfAnother: defects.contains(.keyOfAnother))
    }

    func facts(
        _ record: NodeRecord?, app: AppRecord? = Self.record, active: CertificateSet? = nil, rate: Bool = false,
        keyOfAnother: Bool = false
    ) -> NodeFacts {
        NodeFacts(
            site: Self.site, app: app, record: record, active: active,
            rate: rate ? .rateLimited("the node", 1, .seconds(1)) : nil, now: Self.now,
            maxChainAge: .seconds(365 * 86_400), isKeyOfAnother: { _ in keyOfAnother })
    }

    static let record = AppRecord(app: app, validator: ValidatorDefinition(kind: .file))

    /// The node's pair in use, until so long from now.
    func active(_ rest: Duration) -> CertificateSet {
        CertificateSet(
            id: CertificateSetID(1), node: Self.node, status: .active, app: Self.app, user: Self.user,
            lifecycleKey: machine.lifecycleKey.publicKey.der, scannerKey: machine.scannerKey.publicKey.der,
            lifecycleFingerprint: machine.lifecycleKey.publicKey.fingerprint,
            scannerFingerprint: machine.scannerKey.publicKey.fingerprint, issued: Self.now - .seconds(86_400),
            notAfter: Self.now + rest, changed: Self.now, chainBegan: Self.now - .seconds(86_400))
    }

    /// The code of the first reason why not; nil if there is none.
    func verdict(_ request: NodeRequest, _ facts: NodeFacts) -> ErrorCode? {
        do {
            _ = try NodeDecision.check(request, facts)
            return nil
        } catch {
            return (error as? BeaconBusError)?.code
        }
    }
}
