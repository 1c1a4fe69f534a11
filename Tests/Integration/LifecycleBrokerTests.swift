import Bus
import Schema
import Support
import Testing

@Suite(
    "beacon-lifecycle on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(3)),
    .serialized)
struct LifecycleBrokerTests {
    private let folder = TemporaryFolder()

    @Test("H3, H21–H24: {\"v\":1} from mosquitto_pub is enough to start a node; its messages come in order")
    func start() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            try node.launch()
            #expect(await eventually { node.state?.state == .idle })
            let pub = try ChildProcess(
                "/usr/bin/mosquitto_pub",
                [
                    "-h", "127.0.0.1", "-p", "\(broker.port)", "-q", "1", "-t",
                    "beaconbus/home/nodes/kitchen/commands/start/op_anna",
                    "-m", #"{"v":1}"#,
                ])
            #expect(await pub.ended(within: .seconds(10)) == 0)
            #expect(await eventually { node.state?.announced != nil })
            #expect(
                node.published.map(\.name) == [
                    "state", "state", "state-changed", "n_kitchen", "state", "state-changed", "started", "state",
                ])
            let numbers = node.published.map(\.seq)
            #expect(numbers == numbers.sorted())
            try #require(numbers.count == 8)
            #expect(numbers[5] + 1 == numbers[6], "H24: nothing between stateChanged and started")
        }
    }

    @Test("D14: start and stop are answered with their outcome when it is known")
    func answers() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            try node.launch()
            #expect(await eventually { node.state?.state == .idle })
            try await BusSession.with(BusFixture.plain(broker.address, "anna")) { session in
                let me = Requester(kind: .operator, name: "anna")!
                let limit = Duration.seconds(20)
                let started = try await session.request(
                    .nodeCommand(node.kitchen, .start, me), StartCommand(), as: CommandOutcome.self, timeout: limit)
                #expect(started.outcome == .started)
                let again = try await session.request(
                    .nodeCommand(node.kitchen, .start, me), StartCommand(), as: CommandOutcome.self, timeout: limit)
                #expect(again.outcome == .started && again.repeated == true && again.run == started.run)
                let stopped = try await session.request(
                    .nodeCommand(node.kitchen, .stop, me), StopCommand(), as: CommandOutcome.self, timeout: limit)
                #expect(stopped.outcome == .stopped && stopped.error == nil)
            }
            #expect(node.state?.state == .idle)
        }
    }

    @Test("R8: a broker restart without persistence brings the state back, and changes it not")
    func brokerRestart() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            try node.launch(["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil })
            let run = node.state?.run
            broker.kill()
            try broker.start()
            #expect(await eventually(within: .seconds(40)) { node.state.map { $0.connection > 1 } ?? false })
            #expect(node.state?.state == .running && node.state?.run == run)
            #expect(node.count("started") == 1 && node.count("stopped") == 0)
        }
    }

    @Test("kill -9 of a running lifecycle: the next one takes the run over without an event")
    func takeOver() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            try node.launch(["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil })
            let run = node.state?.run
            // Its last acknowledgements are stored with a little delay.
            try await Task.sleep(for: .seconds(3))
            for round in 1...5 {
                node.kill()
                try node.launch(["--policy", "automatic"])
                #expect(await eventually { node.count("state") > 3 + round })
            }
            #expect(node.state?.run == run && node.state?.state == .running)
            #expect(node.count("started") == 1 && node.count("stopped") == 0 && node.count("start-failed") == 0)
            #expect(node.count("lost") == 5)
        }
    }

    @Test("Invariant 4: requests repeated by their sender over kills -9 of the lifecycle end in one outcome each")
    func kills() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            try node.launch()
            #expect(await eventually { node.state?.state == .idle })
            // Not anna herself: a client's own reply topic is the bus client's.
            let filter = "beaconbus-private/home/replies/op_anna/#"
            try await withClient(BusFixture.plain(broker.address, "bert", [filter])) { client, answers in
                #expect(await eventually { answers.read { !$0.connected.isEmpty } })
                for (number, delay) in Self.delays().enumerated() {
                    try await Self.ask(number, killing: delay, node, client, answers)
                }
                let outcomes = answers.read { Self.outcomes($0) }
                #expect(outcomes.count == 30)
                #expect(outcomes.values.allSatisfy { $0.count == 1 }, "\(outcomes)")
            }
        }
    }

    /// For each request after how many ms the lifecycle is killed; nil = not at all.
    private static func delays() -> [Int?] {
        var random = SeededGenerator(seed: 9)
        return (0..<30).map { _ in
            Int.random(in: 0..<3, using: &random) == 0 ? Int.random(in: 0..<20, using: &random) : nil
        }
    }

    /// Sends one request, and again under its id until it is answered.
    private static func ask(
        _ number: Int, killing delay: Int?, _ node: LifecycleFixture, _ client: BusClient<RecordingHandler>,
        _ answers: RecordingHandler.Log
    ) async throws {
        let id = "r\(number)"
        for attempt in 0..<20 {
            send(number % 2 == 0 ? "start" : "stop", id, client)
            if let delay, attempt == 0 {
                try await Task.sleep(for: .milliseconds(delay))
                node.kill()
                try node.launch()
            }
            if await eventually(within: .seconds(3), { answers.read { outcomes($0)[id] != nil } }) { return }
        }
    }

    @Test("A second process on the same data folder is told who has it, and ends")
    func twoProcesses() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, _ in
            let first = try node.launch()
            #expect(await eventually { node.state?.state == .idle })
            let second = try ChildProcess(
                first.path,
                ["--site", "home", "--node", "kitchen", "--broker", "127.0.0.1:\(broker.port)"]
                    + ["--data-dir", "\(folder.path)/data"], output: "\(folder.path)/second.log")
            let status = try #require(await second.ended(within: .seconds(10)))
            #expect(ChildProcess.exitCode(status) == 75)
            #expect(first.isRunning)
        }
    }

    @Test("A graceful stop says so, ends with 0 and leaves the node running")
    func graceful() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await LifecycleFixture.with(broker.address, folder: folder.path) { node, scanner in
            try node.launch(["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil })
            let status = try #require(await node.terminate())
            #expect(ChildProcess.exitCode(status) == 0)
            #expect(await eventually { node.state?.online == false })
            #expect(node.state?.state == .running)
        }
    }

    private static func send(_ verb: String, _ id: String, _ client: BusClient<RecordingHandler>) {
        let body = #"{"v":1,"id":"\#(id)","replyTo":"beaconbus-private/home/replies/op_anna/\#(id)"}"#
        client.perform { _, link in
            try? link.publish(
                rawTopic: "beaconbus/home/nodes/kitchen/commands/\(verb)/op_anna", Array(body.utf8))
        }
    }

    /// The different outcomes each request was told; repetitions of the same one count once.
    private static func outcomes(_ state: RecordingHandler.Log.State) -> [String: Set<String>] {
        var outcomes: [String: Set<String>] = [:]
        for message in state.received {
            guard let outcome = try? message.decode(CommandOutcome.self),
                let id = message.topicName.split(separator: "/").last
            else { continue }
            outcomes[String(id), default: []].insert("\(outcome.body.outcome)")
        }
        return outcomes
    }
}
