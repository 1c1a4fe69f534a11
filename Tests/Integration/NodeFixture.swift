import Bus
import Schema
import Support
import Synchronization

/// A real node, `beacon-lifecycle` and `beacon-scanner` on one data folder, and somebody who listens to it.
final class NodeFixture: Sendable {
    enum Program: String {
        case lifecycle, scanner
    }

    private let broker: BrokerAddress
    private let folder: String
    private let lines: RecordingHandler.Log
    private let processes = Mutex<[Program: ChildProcess]>([:])
    private let kitchen = BusFixture.kitchen

    private init(_ broker: BrokerAddress, folder: String, lines: RecordingHandler.Log) {
        self.broker = broker
        self.folder = folder
        self.lines = lines
    }

    /// Runs `body`, then kills what it started.
    static func with(
        _ broker: BrokerAddress, folder: String, _ body: (NodeFixture) async throws -> Void
    ) async throws {
        try await withClient(BusFixture.plain(broker, "listener", ["beaconbus/home/nodes/#"])) { _, log in
            _ = await eventually { log.read { !$0.connected.isEmpty } }
            let fixture = NodeFixture(broker, folder: folder, lines: log)
            defer { for program in [Program.lifecycle, .scanner] { fixture.kill(program) } }
            try await body(fixture)
        }
    }

    func launch(_ program: Program, _ more: [String] = []) throws {
        var arguments = [
            "--site", "home", "--node", "kitchen", "--broker", "127.0.0.1:\(broker.port)", "--data-dir",
            "\(folder)/data",
        ]
        if program == .scanner, !more.contains("--source") { arguments += ["--source", "sim"] }
        let child = try ChildProcess(
            BuiltProgram.path("beacon-\(program.rawValue)"), arguments + more,
            output: "\(folder)/\(program.rawValue).log")
        processes.withLock { $0[program] = child }
    }

    /// kill -9.
    func kill(_ program: Program) {
        processes.withLock { $0.removeValue(forKey: program)?.kill() }
    }

    /// An operator's command, answered.
    func command(_ command: NodeCommand, _ body: some Message) async throws -> CommandOutcome {
        let node = kitchen
        return try await BusSession.with(BusFixture.plain(broker, "anna")) { session in
            try await session.request(
                .nodeCommand(node, command, Requester(kind: .operator, name: "anna")!), body, as: CommandOutcome.self,
                timeout: .seconds(35))
        }
    }

    // MARK: What was said

    /// Forgets what has been said so far, but for the retained states.
    func forget() {
        let kept = [newest(.nodeState(kitchen)), newest(.scanner(kitchen))].compactMap(\.self)
        lines.read { $0.received = kept }
    }

    var state: NodeStatus? { newest(.nodeState(kitchen)).flatMap { try? $0.decode(NodeStatus.self).body } }

    var scannerStatus: ScannerStatus? { newest(.scanner(kitchen)).flatMap { try? $0.decode(ScannerStatus.self).body } }

    /// How many different scanner processes have spoken.
    var scannerSession: Int {
        Set(
            messages.filter { $0.topic == .scanner(kitchen) }.compactMap {
                try? $0.decode(ScannerStatus.self).head.session
            }
        )
        .count
    }

    func events(_ level: String) -> Int { published("/events/\(level)") }

    func published(_ suffix: String) -> Int {
        messages.count { $0.topicName.hasSuffix(suffix) }
    }

    /// Where in the order of arrival the first message on such a topic is.
    func place(_ topic: (String) -> Bool) -> Int? {
        messages.firstIndex { topic($0.topicName) }
    }

    var batches: [Batch] {
        messages.filter { $0.topicName.contains("/beacons/") && $0.topicName.hasSuffix("active") }
            .compactMap { try? MessageCoder.decode(Batch.self, $0.payload).body }
    }

    private var messages: [IncomingMessage] { lines.read { $0.received } }

    private func newest(_ topic: Topic) -> IncomingMessage? {
        messages.last { $0.topic == topic }
    }
}
