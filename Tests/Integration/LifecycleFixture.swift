import Bus
import Schema
import Support
import Synchronization

/// A real `beacon-lifecycle` on a real mosquitto, with a scripted scanner and somebody who listens.
final class LifecycleFixture: Sendable {
    let broker: BrokerAddress
    let folder: String
    let kitchen = BusFixture.kitchen
    private let process = Mutex<ChildProcess?>(nil)
    private let lines: RecordingHandler.Log

    private init(_ broker: BrokerAddress, folder: String, lines: RecordingHandler.Log) {
        self.broker = broker
        self.folder = folder
        self.lines = lines
    }

    /// Starts the program; the caller kills it.
    @discardableResult
    func launch(_ more: [String] = []) throws -> ChildProcess {
        let child = try ChildProcess(
            BuiltProgram.path("beacon-lifecycle"),
            [
                "--site", "home", "--node", "kitchen", "--broker", "127.0.0.1:\(broker.port)",
                "--data-dir", "\(folder)/data", "--log-level", "debug",
            ] + more, output: "\(folder)/lifecycle.log")
        process.withLock { $0 = child }
        return child
    }

    func kill() {
        process.withLock {
            $0?.kill()
            $0 = nil
        }
    }

    func terminate() async -> Int32? {
        let child = process.withLock { process -> ChildProcess? in
            defer { process = nil }
            return process
        }
        return await child?.terminate()
    }

    /// Runs `body` with a scanner on the bus and a subscriber to everything; kills what it started.
    static func with(
        _ broker: BrokerAddress, folder: String,
        _ body: (LifecycleFixture, BusClient<ScriptedScanner>) async throws -> Void
    ) async throws {
        let node = BusFixture.kitchen
        let scanner = BusClient(
            BusConfiguration(
                broker: broker, clientID: ClientID(kind: .scanner, site: BusFixture.site, node),
                roots: BusFixture.roots,
                session: 1, ownState: .scanner(node), will: .lost(.scannerLost(node)),
                subscriptions: [.commands(.scannerCommands(node), in: BusFixture.roots)], limits: BusFixture.quick)
        ) { _ in ScriptedScanner(node: node) }
        let run = Task { try await scanner.run() }
        try await withClient(
            BusFixture.plain(broker, "listener", ["beaconbus/home/nodes/#"])
        ) { _, log in
            _ = await eventually { log.read { !$0.connected.isEmpty } }
            let fixture = LifecycleFixture(broker, folder: folder, lines: log)
            defer { fixture.kill() }
            try await body(fixture, scanner)
        }
        scanner.stop()
        _ = try? await run.value
    }

    /// The newest state the node has published.
    var state: NodeStatus? {
        lines.read { $0.received }.last { $0.topic == .nodeState(kitchen) }.flatMap {
            try? $0.decode(NodeStatus.self).body
        }
    }

    /// What the node's lifecycle published, in order: the last topic level and its place in the order.
    var published: [(name: String, seq: UInt64)] {
        lines.read { $0.received }.compactMap { message in
            guard let head = try? MessageCoder.decodeHead(message.payload), head.from?.description == "n.home.kitchen",
                let seq = head.seq, let name = message.topicName.split(separator: "/").last
            else { return nil }
            return (String(name), seq)
        }
    }

    func count(_ name: String) -> Int {
        published.count { $0.name == name }
    }
}
