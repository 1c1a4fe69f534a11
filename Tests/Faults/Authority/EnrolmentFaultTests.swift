import Bus
import Glibc
import Identity
import Schema
import Support
import Synchronization
import Testing

/// What the authority promises holds when answers are lost and when it is killed.
///
/// `BEACONBUS_ENROLMENTS` sets how many nodes (100 by default), `BEACONBUS_REPLAYS` how many replays (1,000),
/// `BEACONBUS_SEED` which answers are lost and when the kills come. Tests/Faults/run makes it 1,000 and 10,000.
@Suite("One token, one pair", .serialized, .enabled(if: MosquittoBroker.isInstalled))
struct EnrolmentFaultTests {
    @Test(
        "T4: with answers lost at random every node ends with exactly one pair in use",
        arguments: [30, 50])
    func lostAnswers(percent: Int) async throws {
        let count = Self.setting("BEACONBUS_ENROLMENTS") ?? 100
        let seed = UInt64(Self.setting("BEACONBUS_SEED") ?? Int.random(in: 0...999_999))
        let site = try AuthoritySite()
        try site.start()
        let machines = try (0..<count).map {
            try CandidateNode(site: AuthoritySite.site, node: #require(NodeID("n-\($0)")))
        }
        let clock = ContinuousClock()
        let began = clock.now
        let progress = try await Self.withCrowd(site, lossPercent: percent, seed: seed) { crowd, progress in
            Self.addApp(crowd) {
                for machine in machines {
                    Self.bringIn(machine, crowd) { progress.add(done: 1) }
                }
            }
        } until: {
            $0.done == count
        }
        let took = clock.now - began
        #expect(progress.done == count, "\(site.logTail)")
        print(
            "\(count) enrolments, \(percent) % of answers lost, seed \(seed): \(progress.sent) requests, "
                + "\(progress.dropped) of \(progress.answers) answers dropped, \(took)")
        #expect(await site.terminate() == 0)
        #expect(try site.count("SELECT count(*) FROM sets WHERE status = 'active'") == count)
        #expect(try site.count("SELECT count(DISTINCT node) FROM sets WHERE status = 'active'") == count)
        #expect(try site.count("SELECT count(*) FROM sets") == count, "a pair was issued twice")
        #expect(try site.count("SELECT count(*) FROM spent_tokens") == count)
        await site.broker.stop()
    }

    @Test("T2: one token asked with ten times at once, under ten ids, from two nodes, over kill -9: exactly one pair")
    func replays() async throws {
        let count = Self.setting("BEACONBUS_REPLAYS") ?? 1_000
        let kills = 10
        let tokens = count / 10
        let seed = UInt64(Self.setting("BEACONBUS_SEED") ?? Int.random(in: 0...999_999))
        let site = try AuthoritySite()
        try site.start()
        let machines = try (0..<20).map { number in
            try CandidateNode(site: AuthoritySite.site, node: #require(NodeID("n-\(number)")))
        }
        let tally = Mutex<[String: Int]>([:])
        let codes = Mutex<[String: Int]>([:])
        var killed = 0
        let began = ContinuousClock().now
        let progress = try await Self.withCrowd(site, lossPercent: 10, seed: seed) { crowd, progress in
            Self.addApp(crowd) {
                Self.announce(machines, crowd) {
                    for number in 0..<tokens {
                        Self.replay(number, machines, crowd) { token, result in
                            switch result {
                            case .success: tally.withLock { $0[token, default: 0] += 1 }
                            case .failure(let error): codes.withLock { $0[error.code.description, default: 0] += 1 }
                            }
                            progress.add(done: 1)
                        }
                    }
                }
            }
        } until: { progress in
            if killed < kills, progress.done >= count * (killed + 1) / (kills + 1) {
                site.kill()
                try site.start()
                killed += 1
            }
            return progress.done == tokens * 10
        }
        #expect(progress.done == tokens * 10, "\(site.logTail)")
        #expect(killed == kills)
        let doubled = tally.withLock { $0.filter { $0.value != 1 } }
        #expect(doubled.isEmpty, "tokens with more than one pair")
        #expect(tally.withLock { $0.count } == tokens, "a token gave nothing")
        #expect(codes.withLock { $0 } == ["tokenUsed": tokens * 9])
        #expect(await site.terminate() == 0)
        #expect(try site.count("SELECT count(*) FROM sets") == tokens)
        #expect(try site.count("SELECT count(*) FROM spent_tokens") == tokens)
        print(
            "\(tokens * 10) uses of \(tokens) tokens over \(killed) kills, seed \(seed): \(progress.sent) requests, "
                + "\(doubled.count) second pairs, \(ContinuousClock().now - began)")
        let (audit, log) = (try site.auditText(), try site.logText())
        let words = Set((audit + log).split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "_" }.map(String.init))
        #expect(words.isDisjoint(with: tally.withLock { Set($0.keys) }), "T3: a token is in a log")
        await site.broker.stop()
    }

    /// Announces machines, one after the other, then goes on.
    private static func announce(
        _ machines: [CandidateNode], _ crowd: EnrolmentCrowd, _ then: @escaping () -> Void
    ) {
        guard let machine = machines.first, let request = try? machine.bootstrapRequest() else { return then() }
        let add = NodeAddCommand(node: machine.node, request: request)
        crowd.tell(.nodeAdd, add, NodeAddReply.self) { [unowned crowd] _ in
            announce(Array(machines.dropFirst()), crowd, then)
        }
    }

    /// Asks with one token ten times at once: under ten ids, from two nodes.
    private static func replay(
        _ number: Int, _ machines: [CandidateNode], _ crowd: EnrolmentCrowd,
        _ answered: @escaping (String, Result<CertificateReply, BeaconBusError>) -> Void
    ) {
        let pair = [machines[number % machines.count], machines[(number + 1) % machines.count]]
        guard let requests = try? pair.map({ try $0.requests() }) else { return }
        let create = TokenCreateCommand(app: AuthoritySite.app)
        crowd.tell(.tokenCreate, create, TokenCreateReply.self) { [unowned crowd] reply in
            let token = reply.tokens[0]
            for copy in 0..<10 {
                let which = copy % 2
                crowd.enrol(pair[which], token: token, requests: requests[which]) { answered(token, $0) }
            }
        }
    }

    /// Makes the app, then goes on.
    private static func addApp(_ crowd: EnrolmentCrowd, _ then: @escaping () -> Void) {
        let command = AppPutCommand(app: AuthoritySite.app, validator: ValidatorDefinition(kind: .file))
        crowd.tell(.appPut, command, AppChangeReply.self) { _ in then() }
    }

    /// Announces a node, gets it a token, enrols and activates it.
    private static func bringIn(_ machine: CandidateNode, _ crowd: EnrolmentCrowd, _ done: @escaping () -> Void) {
        guard let request = try? machine.bootstrapRequest(), let requests = try? machine.requests() else { return }
        let add = NodeAddCommand(node: machine.node, request: request)
        crowd.tell(.nodeAdd, add, NodeAddReply.self) { [unowned crowd] _ in
            let create = TokenCreateCommand(app: AuthoritySite.app)
            crowd.tell(.tokenCreate, create, TokenCreateReply.self) { [unowned crowd] reply in
                crowd.enrol(machine, token: reply.tokens[0], requests: requests) { [unowned crowd] result in
                    guard let pair = try? result.get() else { return }
                    crowd.activate(machine, pair.set) { result in
                        if case .success = result { done() }
                    }
                }
            }
        }
    }

    /// Runs a crowd until the condition holds, at most two minutes; what it saw.
    static func withCrowd(
        _ site: AuthoritySite, lossPercent: Int, seed: UInt64,
        _ begin: @escaping @Sendable (EnrolmentCrowd, EnrolmentCrowd.Progress) -> Void,
        until condition: (EnrolmentCrowd.Progress) async throws -> Bool
    ) async throws -> EnrolmentCrowd.Progress {
        let progress = EnrolmentCrowd.Progress()
        let configuration = BusConfiguration(
            broker: site.broker.address,
            clientID: try #require(ClientID(kind: .operator, site: AuthoritySite.site, name: "crowd")),
            roots: AuthoritySite.roots, session: 1,
            subscriptions: [Subscription(raw: "\(AuthoritySite.roots.private)/replies/+/#")])
        let client = BusClient(configuration) { _ in
            let crowd = EnrolmentCrowd(progress: progress, lossPercent: lossPercent, seed: seed)
            begin(crowd, progress)
            return crowd
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await client.run() }
            let result: Result<Void, any Error>
            do {
                try await eventually(within: .seconds(240)) { try await condition(progress) }
                result = .success(())
            } catch {
                result = .failure(error)
            }
            client.stop()
            try await group.waitForAll()
            try result.get()
        }
        return progress
    }

    static func setting(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}
