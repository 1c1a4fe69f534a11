import Bluetooth
import Bus
import Schema
import ServiceKit
import Store
import Support
import Tracking

@testable import ScannerService

/// A whole scanner on a virtual bus and clock, with a radio that runs when told.
final class Harness {
    static let node = NodeID("kitchen")!
    static let roots = Roots(site: SiteID("home")!)
    static let run = RunID(session: 100, attempt: 1)!

    let bus: VirtualBus
    let folder: TemporaryFolder
    let events: VirtualTap
    let replies: VirtualTap
    private(set) var client: VirtualClient<ScannerCore>
    private(set) var radio: VirtualRadio
    private var seq: UInt64 = 0
    private let settings: RadioSettings
    /// What the next process is told of keeping keys.
    var keepsKeys: Bool

    /// The radio thread's work, done when the test says so.
    final class VirtualRadio: RadioControl {
        private var loop: RadioLoop?
        private var outputs: [RadioOutput] = []
        private let bus: VirtualBus
        /// Pretends a radio that hears nothing of what it is told, as in a process that hangs.
        var isStuck = false

        init(_ settings: RadioSettings, bus: VirtualBus) {
            self.bus = bus
            loop = RadioLoop(settings, random: SeededGenerator(seed: 5)) { [unowned self] in outputs.append($0) }
        }

        /// The names of the keys it was given last.
        private(set) var keys: [String]?
        /// What was measured, as it was told last.
        private(set) var calibration: (gain: Float, exponent: Float)?

        /// How far devices had counted, as it was told.
        private(set) var counted: [ReplayMark]?

        /// Says something of itself.
        func say(_ output: RadioOutput) { outputs.append(output) }

        func send(_ command: RadioCommand) {
            if case .counted(let marks) = command { counted = marks }
            if case .keys(let ring) = command { keys = ring.entries.map(\.name.description) }
            if case .calibrate(let gain, let pathLoss) = command { calibration = (gain, pathLoss.exponent) }
            loop?.handle(command, at: bus.now)
        }

        func take() -> [RadioOutput] {
            defer { outputs = [] }
            return outputs
        }

        /// Does all that is due; says when the next thing is.
        func catchUp() -> Instant? {
            guard let loop, !isStuck else { return nil }
            while true {
                switch loop.step(at: bus.now) {
                case .again: continue
                case .wait(let until): return until
                case .idle: return nil
                }
            }
        }
    }

    init(
        _ script: [(seconds: Double, minor: UInt16)], folder: TemporaryFolder = TemporaryFolder(),
        bus: VirtualBus = VirtualBus(), refusal: BeaconBusError? = nil, registered: Bool = true,
        readings: Duration? = nil, raw: RawTap.Selection = .none, formats: [BeaconFormat] = [.iBeacon],
        keepsKeys: Bool = false
    ) throws {
        self.keepsKeys = keepsKeys
        self.folder = folder
        self.bus = bus
        var settings = RadioSettings(makeSource: { ScriptedSource(script, refusal: refusal) }, pace: .recorded)
        settings.readings = readings
        settings.raw = raw
        let rules = registered ? [MonitoredRule(.uuid(ScriptedSource.uuid), registered: true)] : []
        settings.monitored = MonitoredSet(formats: formats, rules: rules)
        self.settings = settings
        events = bus.tap("beaconbus/home/nodes/kitchen/#")
        replies = bus.tap("beaconbus-private/home/replies/#")
        (client, radio) = try Self.join(bus, folder, settings, keepsKeys)
        settle()
    }

    private static func join(
        _ bus: VirtualBus, _ folder: TemporaryFolder, _ settings: RadioSettings, _ keepsKeys: Bool
    ) throws -> (VirtualClient<ScannerCore>, VirtualRadio) {
        let radio = VirtualRadio(settings, bus: bus)
        let session = SessionFile(path: "\(folder.path)/session")
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .scanner, site: roots.site, node), roots: roots,
            session: try session.next(seconds: 1_767_225_600), ownState: .scanner(node),
            will: .lost(.scannerLost(node)),
            subscriptions: ScannerCore.subscriptions(node: node, roots: roots))
        let clock = { Stamp(boot: "boot", instant: bus.now, wall: bus.wallTime) }
        let client = try bus.join(configuration) { _ in
            var options = ScannerOptions(node: node)
            options.keysFile = "\(folder.path)/keys"
            options.keepsKeys = keepsKeys
            // The configured set would replace the test's own.
            let core = try ScannerCore(
                options, journal: Journal(path: "\(folder.path)/journal.sqlite", now: clock()),
                alive: AliveFile(path: "\(folder.path)/alive"), session: session, radio: radio, logger: .silent,
                clock: clock)
            if core.monitored == nil { radio.send(.monitor(settings.monitored)) }
            return core
        }
        return (client, radio)
    }

    /// kill -9, and a new process with the same data.
    func restart(after pause: Duration = .zero) throws {
        client.kill()
        bus.advance(pause)
        (client, radio) = try Self.join(bus, folder, settings, keepsKeys)
        settle()
    }

    /// SIGTERM, and a new process with the same data.
    func startAgain() throws {
        client.stop()
        (client, radio) = try Self.join(bus, folder, settings, keepsKeys)
        settle()
    }

    /// Does everything that needs no time.
    @discardableResult
    func settle() -> Instant? {
        var wake = radio.catchUp()
        for _ in 0..<8 {
            client.perform { core, link in core.drain(link) }
            bus.settle()
            wake = radio.catchUp()
        }
        return wake
    }

    /// Lets time pass, with the radio at work.
    func pass(_ span: Duration) {
        let target = bus.now + span
        while bus.now < target {
            let wake = settle() ?? target
            let next = min(max(wake, bus.now + .milliseconds(1)), target)
            bus.advance(next - bus.now)
        }
        settle()
    }

    /// A command of the node's lifecycle; the reply comes to its reply topic under `id`.
    func command(_ name: String, _ members: String, id: String, retain: Bool = false) {
        bus.inject(
            "beaconbus/home/nodes/kitchen/scanner/commands/\(name)/n_kitchen",
            #"{"v":1,"id":"\#(id)","replyTo":"beaconbus-private/home/replies/n_kitchen/\#(id)"\#(members)}"#,
            retain: retain)
        settle()
    }

    func scan(_ run: RunID = Harness.run, id: String = "scan1") {
        command("scan", #","run":"\#(run)","attempt":\#(run.attempt)"#, id: id)
    }

    func started(_ run: RunID = Harness.run) {
        let body = StartedEvent(node: Self.node, number: 1, attempt: run.attempt, run: run, requests: [])
        inject(.nodeEvent(Self.node, .started), body)
    }

    /// Publishes a message as another of our processes would.
    func inject(_ topic: Topic, _ body: some Message, retain: Bool = false, session: UInt64 = 100) {
        seq += 1
        let head = Head(session: session, seq: seq)
        guard let bytes = try? MessageCoder.encode(head, body) else { return }
        bus.inject(topic.path(in: Self.roots), bytes, retain: retain)
        settle()
    }

    func acknowledge(through: Int64, journal: JournalID? = nil) {
        inject(
            .acknowledged(Self.node),
            Acknowledged(node: Self.node, journal: journal ?? client.handler.journal.id, through: through), retain: true
        )
    }

    func dispatch(ready: Bool, session: UInt64 = 7) {
        inject(
            .service(ServiceName("dispatch")!),
            ServiceStatus(
                service: ServiceName("dispatch")!, version: "1", instance: "test", connection: 1, online: true,
                ready: ready, counters: [:]), retain: true, session: session)
    }

    /// What was published on a topic of the node's beacons since the last look, as JSON.
    func take(_ level: String) -> [JSONValue] {
        let topic = "beaconbus/home/nodes/kitchen/\(level)"
        return taken.filter { $0.topic == topic }.compactMap { try? JSONValue.parse($0.payload) }
    }

    private var taken: [VirtualBroker.Stored] { events.messages }

    /// `active 1 2` for each batch so far: kind and minors.
    func batches(_ kinds: String...) -> [String] {
        events.messages.compactMap { message -> String? in
            guard let level = message.topic.split(separator: "/").last, kinds.contains(String(level)),
                let value = try? JSONValue.parse(message.payload)
            else { return nil }
            let minors = (value["beacons"]?.arrayValue ?? []).compactMap { entry in
                entry["minor"]?.integerValue.map { minor in
                    level == "unacknowledged" ? "\(entry["kind"]?.stringValue?.prefix(1) ?? "?")\(minor)" : "\(minor)"
                }
            }
            return ([String(level)] + minors).joined(separator: " ")
        }
    }

    /// The status as the broker holds it.
    var status: ScannerStatus? {
        bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/scanner")
            .flatMap { try? MessageCoder.decode(ScannerStatus.self, $0.payload).body }
    }

    /// The answers to one command.
    func answers(_ id: String) -> [JSONValue] {
        replies.messages.filter { $0.topic.hasSuffix("/\(id)") }.compactMap { try? JSONValue.parse($0.payload) }
    }
}
