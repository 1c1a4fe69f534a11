import Schema
import Support
import Testing

/// T9, T10, T24, T26: everybody × every topic × publish, retain, will, subscribe, receive, on a real broker, compared with
/// a table written by hand.
@Suite(
    "R17: who may do what on the closed bus, cell by cell", .enabled(if: ClosedBroker.isInstalled), .serialized,
    .timeLimit(.minutes(5)))
struct ClosedMatrixTests {
    private let folder = TemporaryFolder()

    @Test("Two sites, every identity, every topic: only the allowed cells", arguments: ClosedBroker.Profile.allCases)
    func matrix(_ profile: ClosedBroker.Profile) async throws {
        #expect(MatrixTopics.unknownParameters.isEmpty, "the contract has new parameters: the matrix needs values")
        let bus = try await MatrixBus.make(folder.path, profile)
        try await publishing(bus)
        try await wills(bus)
        try await subscribing(bus, profile)
        if profile == .dynamicSecurity { try control(bus) }
    }

    /// Publish and retain: by the broker's answer, by what a witness receives, and by what the broker keeps.
    private func publishing(_ bus: MatrixBus) async throws {
        let witness = try #require(bus.connect(MatrixBus.watcher))
        #expect(witness.subscribe(["#"]) == [1])
        let topics = bus.topics
        for retain in [false, true] {
            let answers = await bus.forEach(bus.clients) { client -> [Int32?] in
                guard let connection = bus.connect(client.id) else { return [] }
                return connection.publish(topics.map { ($0, "\(client.id) \($0)") }, retain: retain)
            }
            var expected: Set<String> = []
            var wrong: [String] = []
            for client in bus.clients {
                let codes = answers[client] ?? []
                #expect(codes.count == topics.count, "\(client.id) could not connect")
                for (topic, code) in zip(topics, codes) {
                    let may = bus.writable[client]!.contains(topic)
                    if may { expected.insert("\(client.id) \(topic)") }
                    if code != 0x87 && code != 0 && code != 0x10 || (code != 0x87) != may {
                        wrong.append("\(client.id) \(topic): \(code.map(String.init) ?? "no answer"), allowed: \(may)")
                    }
                }
            }
            #expect(wrong.isEmpty, "\(retain ? "retained " : "")\(wrong.count) cells: \(wrong.prefix(10))")
            let visible = expected.filter { !$0.contains(" $") }
            witness.loop(60) { witness.received.count >= visible.count }
            witness.loop(0.2)
            let seen = Set(witness.received.map(\.payload))
            #expect(seen == visible, "\(seen.symmetricDifference(visible).prefix(10))")
            #expect(witness.received.allSatisfy { $0.payload.hasSuffix(" \($0.topic)") })
            witness.forget()
        }
        try kept(bus)
    }

    /// What is retained was left by somebody who may write there; everything is cleared for what follows.
    private func kept(_ bus: MatrixBus) throws {
        let late = try #require(bus.connect(MatrixBus.watcher))
        #expect(late.subscribe(["#"]) == [1])
        let writable = Set(
            bus.topics.filter { topic in
                !topic.hasPrefix("$") && bus.clients.contains { bus.writable[$0]!.contains(topic) }
            })
        late.loop(60) { late.received.count >= writable.count }
        late.loop(0.2)
        #expect(Set(late.received.map(\.topic)) == writable)
        for message in late.received {
            let client = bus.clients.first { message.payload.hasPrefix("\($0.id) ") }
            #expect(client.map { bus.writable[$0]!.contains(message.topic) } == true, "\(message)")
        }
        _ = late.publish(writable.map { ($0, "") }, retain: true)
    }

    /// A will is taken at CONNECT whatever its topic; whether it is published is what counts.
    private func wills(_ bus: MatrixBus) async throws {
        let witness = try #require(bus.connect(MatrixBus.watcher))
        #expect(witness.subscribe(["#"]) == [1])
        // One of each kind, and one with the same name elsewhere.
        let clients = bus.clients.filter {
            $0.site == "home" && !["hall", "attic"].contains($0.name) || $0.id == "n.away.kitchen"
        }
        let topics = bus.topics.filter { topic in
            topic.contains("/home/")
                && !["attic", "stranger", "n_hall", "s_kitchen", "obs_visits", "op_bert", "s_hall"]
                    .contains { topic.contains("/\($0)") }
        }
        let connected = await bus.forEach(clients) { client -> Int in
            topics.count { topic in
                guard let one = bus.connect(client.id, will: (topic, "\(client.id) \(topic)", true)) else {
                    return false
                }
                one.drop()
                return true
            }
        }
        #expect(connected.values.allSatisfy { $0 == topics.count })
        var expected: Set<String> = []
        for client in clients {
            for topic in topics where bus.writable[client]!.contains(topic) { expected.insert("\(client.id) \(topic)") }
        }
        witness.loop(60) { witness.received.count >= expected.count }
        witness.loop(0.3)
        let seen = Set(witness.received.map(\.payload))
        #expect(seen == expected, "\(seen.symmetricDifference(expected).sorted().prefix(10))")
        _ = witness.publish(Set(witness.received.map(\.topic)).map { ($0, "") }, retain: true)
    }

    /// Subscribe and receive, one filter for each topic and those at large.
    private func subscribing(_ bus: MatrixBus, _ profile: ClosedBroker.Profile) async throws {
        let filters =
            bus.topics + bus.sites.flatMap { MatrixTopics.filters(at: $0.site.description) } + MatrixTopics.widest
        let visible = bus.topics.filter { !$0.hasPrefix("$") }
        let witness = try #require(bus.connect(MatrixBus.watcher))
        for clients in [bus.clients.filter { $0.site == "home" }, bus.clients.filter { $0.site == "away" }] {
            let connections = await bus.forEach(clients) { client -> Subscriber in
                guard let connection = bus.connect(client.id) else { return Subscriber(nil, []) }
                return Subscriber(connection, connection.subscribe(filters))
            }
            var wrong: [String] = []
            for (client, subscriber) in connections {
                #expect(subscriber.codes.count == filters.count, "\(client.id) could not connect")
                for (filter, code) in zip(filters, subscriber.codes) where profile == .dynamicSecurity {
                    let may = bus.readable[client]!.contains(filter)
                    if (code < 0x80) != may { wrong.append("\(client.id) \(filter): \(code), allowed: \(may)") }
                }
            }
            #expect(wrong.isEmpty, "\(wrong.count) cells: \(wrong.sorted().prefix(10))")
            let answers = witness.publish(visible.map { ($0, "witness") })
            #expect(answers.allSatisfy { $0 == 0 || $0 == 0x10 })
            let received = await bus.forEach(clients) { client -> Set<String> in
                guard let connection = connections[client]?.connection else { return [] }
                // The message to itself comes after everything else.
                let end = "beaconbus-private/\(client.site)/replies/\(client.requester)/self/end"
                guard client.isAdmitted else {
                    connection.loop(0.3)
                    return Set(connection.received.map(\.topic))
                }
                _ = connection.subscribe([end])
                _ = connection.publish([(end, "")])
                connection.loop(60) { connection.received.contains { $0.topic == end } }
                return Set(connection.received.map(\.topic)).subtracting([end])
            }
            for client in clients {
                let expected = Set(visible.filter { bus.readable[client]!.contains($0) })
                let got = received[client] ?? []
                #expect(got == expected, "\(client.id): \(got.symmetricDifference(expected).sorted().prefix(10))")
            }
        }
    }

    /// T26: nobody but the gates steers the broker, not by a message and not by a will.
    private func control(_ bus: MatrixBus) throws {
        let command = "{\"commands\":[{\"command\":\"createRole\",\"rolename\":\"planted\"}]}"
        let topic = "$CONTROL/dynamic-security/v1"
        for client in bus.clients where client.kind != "svc" || client.name != "gate" {
            let one = try #require(bus.connect(client.id, will: (topic, command, false)))
            #expect(one.publish([(topic, command)]) == [0x87], "\(client.id)")
            one.drop()
        }
        let gate = try #require(bus.connect("svc.home.gate"))
        gate.loop(0.2)
        #expect(try !readFile("\(bus.broker.folder)/dynamic-security.json").contains("planted"))
        _ = gate.publish([(topic, command)])
        #expect(try readFile("\(bus.broker.folder)/dynamic-security.json").contains("planted"), "the test can fail")
    }
}

/// Handed from one thread to the next, never used by two.
private final class Subscriber: @unchecked Sendable {
    let connection: RawClient?
    let codes: [UInt8]

    init(_ connection: RawClient?, _ codes: [UInt8]) {
        self.connection = connection
        self.codes = codes
    }
}
