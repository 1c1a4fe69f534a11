import Bus
import Schema
import ServiceKit
import Store
import Support

@testable import LifecycleService

/// A node's lifecycle service with its scanner on a virtual bus and a virtual clock, on a real data folder.
final class VirtualNode {
    let bus: VirtualBus
    let node = NodeID("kitchen")!
    let site = SiteID("home")!
    let roots: Roots
    let folder = TemporaryFolder()
    private(set) var client: VirtualClient<LifecycleHandler>!
    private(set) var scanner: VirtualClient<ScriptedScanner>?
    /// The node's certificates and who gives them; nil where it does not manage them.
    let kit: IdentityKit?
    private let tap: VirtualTap
    private let answers: VirtualTap
    private var settings: LifecycleSettings
    private var session: UInt64 = 100
    private var scannerSession: UInt64 = 200
    var isClockSynchronised = true
    /// How far the node's own clock is ahead of the true time.
    var clockOffset: Duration
    /// Where the service logs to.
    private let logger: Logger

    /// - Parameters:
    ///   - scanner: whether a scanner is there from the beginning.
    ///   - kit: makes the node manage its certificates.
    init(
        policy: RunPolicy = .manual, scanner: Bool = true, seed: UInt64 = 1, brokerDown: Bool = false,
        logger: Logger = .silent, clockOffset: Duration = .zero, kit: IdentityKit? = nil
    ) {
        bus = VirtualBus(seed: seed, wallTime: IdentityKit.start)
        self.kit = kit
        self.logger = logger
        self.clockOffset = clockOffset
        if clockOffset != .zero { isClockSynchronised = false }
        roots = Roots(site: site)
        settings = LifecycleSettings(node: node)
        settings.policy = policy
        settings.boot = "boot-1"
        settings.managesIdentity = kit != nil
        tap = bus.tap("beaconbus/home/nodes/kitchen/#")
        answers = bus.tap("beaconbus-private/home/replies/op_anna/#")
        bus.broker.isDown = brokerDown
        kit?.join(bus, roots: roots)
        if scanner { startScanner() }
        client = join()
    }

    var handler: LifecycleHandler { client.handler }
    var state: NodeState { handler.machine.state }

    /// What the node's own clock says.
    var wallTime: WallTime { bus.wallTime + clockOffset }

    // MARK: The node

    /// kill -9 and a new process on the same data folder.
    func restart(boot: String? = nil, policy: RunPolicy? = nil) {
        kill()
        revive(boot: boot, policy: policy)
    }

    func kill() {
        client.kill()
    }

    func revive(boot: String? = nil, policy: RunPolicy? = nil) {
        if let boot { settings.boot = boot }
        if let policy { settings.policy = policy }
        session += 10
        client = join()
    }

    private func join() -> VirtualClient<LifecycleHandler> {
        var configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883), clientID: settings.clientID(site: site),
            roots: roots, session: session, ownState: settings.ownState, will: settings.will,
            subscriptions: settings.subscriptions(in: roots))
        let report = LifecycleReport(logger: logger, metrics: Metrics(), health: Health())
        let desk = kit?.desk(policy: settings.policy, memory: folder.path, now: bus.now, clock: wallTime)
        if let desk { configuration.identity = desk.connection }
        let store = StateStore(folder: folder.path)
        do {
            return try bus.join(configuration) { link in
                try LifecycleHandler(
                    settings, store: store, keeper: NoSession(), report: report, now: link.now,
                    session: link.session, random: SeededGenerator(seed: 7), desk: desk,
                    isClockSynchronised: { [unowned self] in isClockSynchronised },
                    wallClock: { [unowned self] in wallTime })
            }
        } catch {
            fatalError("\(error)")
        }
    }

    // MARK: The scanner

    func startScanner(run: RunID? = nil) {
        scannerSession += 1
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .scanner, site: site, node), roots: roots, session: scannerSession,
            ownState: .scanner(node),
            will: Will(topic: .scannerLost(node)) { Lost(session: $0, connection: $1) },
            subscriptions: [.commands(.scannerCommands(node), in: roots)])
        scanner = bus.join(configuration) { _ in ScriptedScanner(node: node, run: run) }
    }

    func killScanner() {
        scanner?.kill()
        scanner = nil
    }

    /// The scanner's source changes; it says so.
    func scannerSays(_ change: (ScriptedScanner) -> Void) {
        scanner?.perform { handler, link in
            change(handler)
            handler.publishStatus(link)
        }
    }

    // MARK: Commands

    func send(_ verb: String, _ body: String = #"{"v":1}"#, retain: Bool = false) {
        bus.inject("beaconbus/home/nodes/kitchen/commands/\(verb)/op_anna", body, retain: retain)
    }

    /// A command that wants an answer.
    func ask(_ verb: String, _ id: String, _ more: String = "") {
        send(verb, #"{"v":1,"id":"\#(id)","replyTo":"beaconbus-private/home/replies/op_anna/\#(id)"\#(more)}"#)
    }

    // MARK: What was said

    /// The client ids a node publishes under; with a certificate they begin as the brokers' own do.
    private static let names: Set = [
        "n.home.kitchen", "boot.home.kitchen", "auto-n.home.kitchen", "auto-boot.home.kitchen",
    ]

    /// What the node's lifecycle published since the last call, in order, in short lines.
    func said() -> [String] {
        tap.take().filter { Self.names.contains($0.publisher) }.compactMap {
            NodeLine.of($0)
        }
    }

    /// The answers to op_anna since the last call.
    func answered() -> [String] {
        answers.take().compactMap { stored in
            let id = stored.topic.split(separator: "/").last ?? ""
            guard let outcome = try? MessageCoder.decode(CommandOutcome.self, stored.payload).body else {
                let error = try? MessageCoder.decode(Refusal.self, stored.payload).body.error
                return "\(id) " + (error.map { "refused \($0.code)" } ?? "something else")
            }
            return "\(id) \(outcome.outcome)" + (outcome.repeated == true ? " repeated" : "")
                + (outcome.error.map { " \($0.code)" } ?? "")
        }
    }

    /// The retained state at the broker.
    var retained: NodeStatus? {
        bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/state")
            .flatMap { try? MessageCoder.decode(NodeStatus.self, $0.payload).body }
    }
}

private struct NoSession: SessionKeeper {
    func raise(to session: UInt64) throws(BeaconBusError) {}
}
