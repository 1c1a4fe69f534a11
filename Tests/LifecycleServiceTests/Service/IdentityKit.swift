import Bus
import Identity
import Schema
import Support
import Synchronization

@testable import LifecycleService

/// A node's folder of certificates, an authority that fills it, observers that give tokens: all a node needs to come
/// by its certificates on a virtual bus.
final class IdentityKit {
    /// When the tests begin.
    static let start = WallTime("2026-12-01T12:00:00Z")!

    let site = SiteID("home")!
    let node = NodeID("kitchen")!
    let folder = TemporaryFolder()
    let ca: CertificateAuthority
    private(set) var authority: VirtualClient<ScriptedAuthority>!
    private(set) var observers: [VirtualClient<ScriptedObserver>] = []
    private(set) var worker = InlineWorker()
    var options: IdentityOptions
    var settings = IdentitySettings()
    private let plan: [(name: String, answer: ScriptedObserver.Answer, registration: Registration?)]
    private let bootstrapLife: Duration

    /// - Parameters:
    ///   - observers: who is on the bus from the beginning, in this order.
    ///   - bundle: whether the operator has put a bootstrap bundle there.
    init(
        observers: [(String, ScriptedObserver.Answer)] = [("phone", .token("token-1"))], bundle: Bool = true,
        bootstrapLife: Duration = .seconds(24 * 3_600)
    ) throws {
        ca = try CertificateAuthority.make(
            site: site, now: Self.start - .seconds(86_400), life: .seconds(20 * 365 * 86_400))
        plan = observers.map { ($0.0, $0.1, Registration(token: true, nodes: .all)) }
        self.bootstrapLife = bootstrapLife
        options = IdentityOptions(folder: folder.path + "/identity")
        if bundle { try putBundle() }
    }

    /// What `beaconctl node add` prints, put where it belongs.
    func putBundle(for name: ClientID? = nil, at time: WallTime = IdentityKit.start) throws {
        let key = try PrivateKey.generate()
        let certificate = try ca.issue(
            .client, to: name ?? ClientID(kind: .bootstrap, site: site, node), publicKey: key.publicKey,
            serial: SystemRandom.serial(), notBefore: time - .seconds(60), notAfter: time + bootstrapLife)
        let text = String(decoding: key.pem().bytes, as: UTF8.self) + certificate.pem + ca.certificate.pem
        try NodeIdentityFolder(path: options.folder).prepare()
        try writeFile(options.folder + "/bootstrap.pem", text)
    }

    /// Authority and observers begin.
    func join(_ bus: VirtualBus, roots: Roots) {
        authority = bus.join(ScriptedAuthority.configuration(roots: roots, site: site)) { _ in
            ScriptedAuthority(site: site, authority: ca) { [unowned bus] in bus.wallTime }
        }
        for (name, answer, registration) in plan { add(name, answer, registration, bus, roots) }
    }

    func add(
        _ name: String, _ answer: ScriptedObserver.Answer, _ registration: Registration?, _ bus: VirtualBus,
        _ roots: Roots
    ) {
        let id = ObserverID(name)!
        observers.append(
            bus.join(ScriptedObserver.configuration(id, roots: roots, site: site)) { _ in
                ScriptedObserver(id, answer, registration: registration)
            })
    }

    /// A new process' management of the folder.
    func desk(policy: RunPolicy, memory: String, now: Instant, clock: WallTime) -> IdentityDesk {
        worker = InlineWorker()
        settings.policy = policy
        settings.hasFile = options.tokenFile != nil
        settings.hasCommand = !options.tokenCommand.isEmpty
        let desk = IdentityDesk(
            options, flow: settings, node: node,
            connections: IdentityConnections(
                NodeIdentityFolder(path: options.folder), site: site, node: node,
                broker: BrokerAddress(host: "127.0.0.1", port: 8_883),
                bootstrapBroker: BrokerAddress(host: "127.0.0.1", port: 8_885)),
            store: IdentityStore(folder: options.folder, site: site, node: node),
            memory: IdentityMemory(folder: memory), worker: worker, now: now, clock: clock)
        worker.desk = desk
        return desk
    }

    /// What a fresh look at the folder shows.
    var holdings: IdentityHoldings {
        IdentityStore(folder: options.folder, site: site, node: node).holdings()
    }
}

/// Does jobs at once on the thread that asks; their results are taken by the desk in its next round.
final class InlineWorker: Worker, @unchecked Sendable {
    weak var desk: IdentityDesk?
    /// Called before each job; false = the process dies before it.
    var onJob: (() -> Bool)?
    /// Called after each job; false = the process dies before anybody knows.
    var onResult: (() -> Bool)?
    /// Jobs that are not done yet; nil = each is done at once.
    var held: [@Sendable () -> Finish]?

    func run(_ job: @escaping @Sendable () -> Finish) {
        guard held?.append(job) == nil else { return }
        guard onJob?() ?? true else { return }
        let finish = job()
        guard onResult?() ?? true else { return }
        desk?.finished.append(finish)
    }

    /// Does what was held back, and everything from now on at once.
    func release() {
        let jobs = held ?? []
        held = nil
        for job in jobs { run(job) }
    }

    func runBeside(_ job: @escaping @Sendable () -> Finish) {
        run(job)
    }
}
