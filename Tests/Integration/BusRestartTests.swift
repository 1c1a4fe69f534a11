import Bus
import Schema
import Support
import Testing

@Suite(
    "The bus client when mosquitto goes away", .enabled(if: MosquittoBroker.isInstalled), .serialized,
    .timeLimit(.minutes(3)))
struct BusRestartTests {
    private let folder = TemporaryFolder()

    /// What a late subscriber sees of the retained topics below `r/`.
    private func retained(_ broker: MosquittoBroker) async throws -> [String: String] {
        var found: [String: String] = [:]
        try await withClient(BusFixture.plain(broker.address, "late", ["r/#", BusFixture.state])) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            // All retained messages come before `connected` or in the same pass; a message to oneself ends them.
            try await Task.sleep(for: .milliseconds(100))
            for message in log.read({ $0.received }) where message.retained {
                found[message.topicName] = String(decoding: message.payload, as: UTF8.self)
            }
        }
        return found
    }

    @Test(
        "R8: after a restart, clean or by kill -9, with or without persistence, own state and all retained topics are there again",
        arguments: [(true, true), (true, false), (false, true), (false, false)])
    func restart(persistence: Bool, kill: Bool) async throws {
        let broker = try MosquittoBroker(folder: folder.path, persistence: persistence)
        let setState: @Sendable (BusLink) -> Void = { link in
            try? link.setRetained(
                .nodeState(BusFixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        try await withClient(BusFixture.node(broker.address), onConnected: setState) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            client.perform { _, link in
                for number in 0..<100 { try? link.setRetained(rawTopic: "r/\(number)", Array("v\(number)".utf8)) }
                try? link.setRetained(rawTopic: "r/cleared", [1])
                try? link.clearRetained(rawTopic: "r/cleared")
            }
            #expect(try await eventually { try await self.retained(broker).count == 101 })
            if kill { broker.kill() } else { await broker.stop() }
            #expect(await eventually { log.read { $0.failures.contains { $0.wasConnected } } })
            try broker.start()
            #expect(await eventually { log.read { $0.connected.count } == 2 })
            #expect(try await eventually { try await self.retained(broker).count == 101 })
            let all = try await retained(broker)
            for number in 0..<100 { #expect(all["r/\(number)"] == "v\(number)") }
            #expect(all["r/cleared"] == nil)
            let connections = log.read { $0.connected.map(\.connection) }
            #expect(connections.count == 2 && connections[1] > connections[0])
            #expect(all[BusFixture.state]?.contains("\"connection\":\(connections.last ?? 0)") == true)
            #expect(log.read { $0.adopted }.isEmpty, "our own session is no foreign one")
        }
    }

    @Test("A broker that is absent at first is found when it comes, and named until then")
    func absentAtFirst() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        broker.kill()
        try await withClient(BusFixture.plain(broker.address, "early")) { _, log in
            #expect(await eventually { log.read { $0.failures.count } >= 3 })
            let failure = try #require(log.read { $0.failures.first })
            #expect(failure.kind == .unreachable)
            #expect(failure.error.code == .brokerUnreachable)
            #expect(failure.error.reason.contains("Connection refused"))
            try broker.start()
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
    }

    @Test("QoS 1 messages under way when the broker is killed get one outcome each")
    func killedUnderLoad() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await withClient(BusFixture.plain(broker.address, "sender")) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            let count: UInt64 = 5_000
            client.perform { _, link in
                for number in 0..<count {
                    try? link.publish(rawTopic: "t/1", [UInt8](repeating: 7, count: 200), token: PublishToken(number))
                }
            }
            broker.kill()
            #expect(await eventually { log.read { $0.outcomes.count } == Int(count) })
            #expect(log.read { Set($0.outcomes.map(\.token.value)) }.count == Int(count))
            #expect(log.read { $0.outcomes.contains { $0.outcome == .lost } })
        }
    }

    @Test("R9: two processes with one client id are named, and stop kicking each other out")
    func rivals() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let setState: @Sendable (BusLink) -> Void = { link in
            try? link.setRetained(
                .nodeState(BusFixture.kitchen), Lost(session: link.session, connection: link.connection))
        }
        try await withClient(BusFixture.node(broker.address, session: 100), onConnected: setState) { _, first in
            try await withClient(BusFixture.node(broker.address, session: 200), onConnected: setState) { _, second in
                #expect(
                    await eventually(within: .seconds(30)) {
                        let named = { (log: RecordingHandler.Log) in
                            log.read { $0.failures.contains { $0.kind == .clientIDInUse } }
                        }
                        return named(first) || named(second)
                    })
                let connects = { first.read { $0.connected.count } + second.read { $0.connected.count } }
                try await Task.sleep(for: .milliseconds(500))
                let before = connects()
                try await Task.sleep(for: .seconds(2))
                #expect(connects() == before, "nobody kicks anybody out any more")
                let failures = first.read { $0.failures } + second.read { $0.failures }
                let named = try #require(failures.first { $0.kind == .clientIDInUse })
                #expect(named.error.code == .clientIdInUse)
            }
        }
    }

    @Test("R22: a half-open link is noticed within two keep-alive periods, and the client comes back when it heals")
    func halfOpen() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let proxy = try LoopbackProxy(to: broker.port)
        defer { proxy.close() }
        var limits = BusFixture.quick
        limits.keepAlive = .seconds(5)
        limits.connectDeadline = .seconds(2)
        let configuration = BusFixture.plain(
            BrokerAddress(host: "127.0.0.1", port: proxy.port), "far", ["t/#"], limits: limits)
        try await withClient(configuration) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            proxy.isFrozen = true
            #expect(await eventually(within: .seconds(14)) { log.read { $0.failures.contains { $0.wasConnected } } })
            #expect(log.read { $0.failures.first?.kind } == .lost)
            #expect(log.read { $0.failures.first?.error.reason.contains("silent") } == true)
            proxy.reset()
            proxy.isFrozen = false
            #expect(await eventually { log.read { $0.connected.count } == 2 })
        }
    }
}
