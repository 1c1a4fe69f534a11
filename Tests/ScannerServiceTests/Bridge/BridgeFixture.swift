import Bluetooth
import Bus
import Fleets
import Schema
import ServiceKit
import Store
import Support

@testable import ScannerService

/// A whole bridge on a virtual bus and clock; what its fleets say is put into its inbox.
final class BridgeFixture {
    static let roots = Roots(site: SiteID("home")!)
    static let root = "beaconbus/home"

    let bus: VirtualBus
    let folder: TemporaryFolder
    private(set) var inbox = FleetInbox()
    private(set) var client: VirtualClient<BridgeCore>
    /// Everything that was said of nodes.
    let nodes: VirtualTap

    init(
        folder: TemporaryFolder = TemporaryFolder(), bus: VirtualBus = VirtualBus(),
        _ change: (inout BridgeCore.Setup) -> Void = { _ in }
    ) throws {
        self.folder = folder
        self.bus = bus
        nodes = bus.tap("\(Self.root)/nodes/#")
        client = try Self.join(bus, folder, inbox, change)
    }

    private static func join(
        _ bus: VirtualBus, _ folder: TemporaryFolder, _ inbox: FleetInbox, _ change: (inout BridgeCore.Setup) -> Void
    ) throws -> VirtualClient<BridgeCore> {
        let session = SessionFile(path: "\(folder.path)/session")
        let configuration = try Configuration.load(ServiceMain.table(BridgeMain.self))
        var setup = BridgeCore.Setup()
        change(&setup)
        var factory = VirtualNodeFactory(
            folder: folder.path, settings: ScannerSettings(tracking: configuration), logger: .silent, session: session,
            numbers: EventCounter(path: "\(folder.path)/events", now: bus.wallTime, logger: .silent))
        factory.clock = { bus.now }
        factory.stamp = { Stamp(boot: "boot", instant: bus.now, wall: bus.wallTime) }
        let client = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .service, site: roots.site, name: "bridge")!, roots: roots,
            session: try session.next(seconds: bus.wallTime.milliseconds / 1_000), ownState: .service(BridgeCore.name),
            will: .lost(.serviceLost(BridgeCore.name)), subscriptions: BridgeCore.subscriptions(roots: roots))
        return bus.join(client) { [factory, setup] _ in
            BridgeCore(setup, factory: factory, inbox: inbox, logger: .silent) { try session.raise(to: $0) }
        }
    }

    /// SIGTERM, and a new process with the same data.
    func startAgain(_ change: (inout BridgeCore.Setup) -> Void = { _ in }) throws {
        client.stop()
        inbox = FleetInbox()
        client = try Self.join(bus, folder, inbox, change)
    }

    /// What a fleet said just now.
    func say(_ messages: FleetMessage..., of fleet: Fleet = .espresense) {
        _ = inbox.put(messages, of: fleet, at: bus.now)
        take()
    }

    /// Lets the bridge take what is in its inbox.
    func take() { client.perform { core, link in core.takeFleet(link) } }

    /// The connection to the fleets' broker came or went.
    func connect(_ isConnected: Bool = true) {
        _ = inbox.put(isConnected: isConnected, at: bus.now)
        take()
    }

    func hear(_ room: String, _ minor: UInt16 = 7, age: Duration = .zero, of fleet: Fleet = .espresense) {
        say(.reports(room: room, [Self.report(minor, age: age)]), of: fleet)
    }

    static func report(_ minor: UInt16 = 7, age: Duration = .zero) -> FleetReport {
        FleetReport(identity: beacon(minor), rssi: -60, power: -59, age: age)
    }

    static func beacon(_ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(iBeacon: ScriptedSource.uuid, major: 1, minor: minor)
    }

    /// The state of a node as the broker holds it.
    func state(_ node: String) -> NodeState? {
        bus.broker.retainedMessage("\(Self.root)/nodes/\(node)/state")
            .flatMap { try? MessageCoder.decode(NodeStatus.self, $0.payload).body.state }
    }

    /// The retained topics of a node, without what all have in common.
    func retained(_ node: String) -> [String] {
        let prefix = "\(Self.root)/nodes/\(node)/"
        return bus.broker.retained.keys.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
            .sorted()
    }

    /// Entries of a node's beacon event so far.
    func entries(_ node: String, _ event: String) -> [JSONValue] {
        nodes.messages.filter { $0.topic == "\(Self.root)/nodes/\(node)/beacons/\(event)" }
            .compactMap { try? JSONValue.parse($0.payload) }.flatMap { $0["beacons"]?.arrayValue ?? [] }
    }

    /// The numbers of the life-cycle events of all nodes so far, in order.
    var numbers: [Int64] {
        nodes.messages.filter { $0.topic.contains("/events/") }
            .compactMap { (try? JSONValue.parse($0.payload))?["number"]?.integerValue }
    }

    func counter(_ name: String) -> Int64 { client.handler.counters[name] ?? 0 }
}
