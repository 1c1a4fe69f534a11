import Bus
import Schema
import Support
import Synchronization
import Testing

/// The real client against a peer that is broken in a chosen way, byte by byte.
@Suite("The bus client and a broken broker", .timeLimit(.minutes(2)))
struct BusFakeBrokerTests {
    private static let connected: [FakeBroker.Step] = [.expect(.connect), .acceptConnect()]
    private static let good = connected + [.serveForEver]

    /// Serves until the client has said that it is ready; see ``withReadyClient(_:_:)``.
    private static let ready: [FakeBroker.Step] = connected + [.serveUntil(topic: "ready")]

    /// A client that says on `ready` when it is, so that a script's next step cannot come too early. It has all the time
    /// it needs to connect.
    private func withReadyClient(
        _ broker: FakeBroker, _ body: (BusClient<RecordingHandler>, RecordingHandler.Log) async throws -> Void
    ) async throws {
        var configuration = client(broker)
        configuration.limits.connectDeadline = .seconds(30)
        try await withClient(
            configuration, onConnected: { link in try? link.publish(rawTopic: "ready", [], .once) }, body)
    }

    private func client(_ broker: FakeBroker, _ filters: [String] = ["t/#"]) -> BusConfiguration {
        var limits = BusFixture.quick
        limits.connectDeadline = .milliseconds(500)
        limits.unauthorisedWait = .milliseconds(200)
        return BusFixture.plain(broker.address, "anna", filters, limits: limits)
    }

    @Test("CONNECT is exactly as promised: MQTT 5, clean start, keep-alive, Receive Maximum, Maximum Packet Size, will")
    func connectBytes() async throws {
        let broker = try FakeBroker(Self.good)
        defer { broker.close() }
        var configuration = BusFixture.node(broker.address, session: 77)
        configuration.limits.keepAlive = .seconds(40)
        try await withClient(configuration) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
        let body = try #require(broker.packets(0).first?.body)
        #expect(Array(body[..<7]) == [0, 4] + Array("MQTT".utf8) + [5])
        #expect(body[7] & 0x02 != 0, "clean start")
        #expect(body[7] & 0x04 != 0 && body[7] & 0x20 != 0, "a retained will")
        #expect(body[7] & 0x18 == 0x08, "at QoS 1")
        #expect(Array(body[8..<10]) == [0, 40])
        let properties = Array(body[11..<(11 + Int(body[10]))])
        #expect(properties.contains([0x21, 0x01, 0x00]), "Receive Maximum 256")
        #expect(properties.contains([0x27, 0x00, 0x04, 0x00, 0x00]), "Maximum Packet Size 256 KiB")
        let text = String(decoding: body, as: UTF8.self)
        #expect(text.contains("n.home.kitchen"))
        #expect(text.contains("beaconbus/home/nodes/kitchen/lost"))
        #expect(text.contains("\"session\":77") && text.contains("\"connection\":1"))
    }

    @Test("Command filters are subscribed with Retain As Published, and a graceful end asks for the will")
    func subscribeBytes() async throws {
        let broker = try FakeBroker(Self.good)
        defer { broker.close() }
        var configuration = BusFixture.node(broker.address)
        configuration.subscriptions = [.commands(.nodeCommands(BusFixture.kitchen), in: BusFixture.roots)]
        try await withClient(configuration) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
        }
        #expect(await eventually { broker.packets(0).last?.kind == .disconnect })
        let packets = broker.packets(0)
        let commands = try #require(packets.first { $0.filter == "beaconbus/home/nodes/kitchen/commands/+/+" })
        #expect(commands.options == 0x09, "QoS 1 and Retain As Published")
        #expect(packets.last?.body.first == 0x04)
        #expect(packets.filter { $0.kind == .subscribe }.count == 4)
        #expect(packets.contains { $0.kind == .unsubscribe && $0.filter == BusFixture.state })
    }

    @Test("No CONNACK, a FIN, a RST or junk instead of one: named, and tried again until it works")
    func brokenConnect() async throws {
        let scripts: [[FakeBroker.Step]] = [
            [.silence(.milliseconds(700))], [.expect(.connect), .close], [.expect(.connect), .reset], [.close],
            [.expect(.connect), .send([0xff, 0xff, 0xff, 0xff, 0xff, 0xff])],
            [.expect(.connect), .send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))],
            [.expect(.connect), .send([0x20, 0x03, 0x00])],
            [.expect(.connect), .send(MQTTPacket.bytes(.connack, [0]))],
        ]
        for (index, script) in scripts.enumerated() {
            let broker = try FakeBroker(script, script, Self.good)
            try await withClient(client(broker)) { _, log in
                #expect(await eventually { log.read { $0.connected.count } == 1 }, "script \(index)")
                #expect(log.read { $0.failures.count } == 2, "script \(index)")
                #expect(log.read { $0.failures.allSatisfy { !$0.wasConnected && $0.retryAt != nil } })
            }
            broker.close()
        }
    }

    @Test(
        "Every CONNACK reason has its class: busy is tried again soon, a refusal slowly",
        arguments: [
            (0x88, .busy), (0x89, .busy), (0x97, .busy), (0x9f, .busy), (0x86, .unauthorised), (0x87, .unauthorised),
            (0x85, .unauthorised), (0x8a, .unauthorised), (0x84, .protocolBroken), (0x80, .protocolBroken),
            (0x9d, .unauthorised), (5, .unauthorised),
        ] as [(UInt8, BusFailure.Kind)])
    func connack(reason: UInt8, kind: BusFailure.Kind) async throws {
        let broker = try FakeBroker([.expect(.connect), .acceptConnect(reason: reason), .close], Self.good)
        defer { broker.close() }
        try await withClient(client(broker)) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            #expect(log.read { $0.failures.first?.kind } == kind)
        }
    }

    @Test("A refused SUBACK names the filter; the client is not ready without it")
    func subackRefused() async throws {
        var conduct = FakeBroker.Conduct()
        conduct.refusedFilters = ["secret/#": 0x87]
        let broker = try FakeBroker(Self.good, conduct: conduct)
        defer { broker.close() }
        try await withClient(client(broker, ["t/#", "secret/#"])) { _, log in
            #expect(await eventually { log.read { !$0.failures.isEmpty } })
            #expect(log.read { $0.connected.isEmpty })
            let failure = try #require(log.read { $0.failures.first })
            #expect(failure.kind == .subscriptionRefused && failure.error.reason.contains("secret/#"))
        }
    }

    @Test("A SUBACK that never comes ends at the deadline")
    func noSuback() async throws {
        let broker = try FakeBroker(Self.connected + [.silence(.seconds(1))], Self.good)
        defer { broker.close() }
        try await withClient(client(broker)) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            #expect(log.read { $0.failures.map(\.kind) } == [.unreachable])
        }
    }

    @Test("The broker's DISCONNECT is named: taken over, shutting down, not authorised")
    func serverDisconnect() async throws {
        for (reason, kind) in [(0x8e, .takenOver), (0x8b, .busy), (0x87, .unauthorised)]
            as [(UInt8, BusFailure.Kind)]
        {
            let broker = try FakeBroker(
                Self.ready + [.send(MQTTPacket.bytes(.disconnect, [reason])), .close], Self.good)
            try await withReadyClient(broker) { _, log in
                #expect(await eventually { log.read { $0.connected.count } == 2 })
                #expect(log.read { $0.failures.first?.kind } == kind)
            }
            broker.close()
        }
    }

    @Test("A withheld PUBACK holds the window; a reset in the middle of publishing loses each message once")
    func resetWhilePublishing() async throws {
        var conduct = FakeBroker.Conduct()
        conduct.withholdsPubacks = true
        let broker = try FakeBroker(Self.connected + [.serve(.seconds(2)), .reset], Self.good, conduct: conduct)
        defer { broker.close() }
        try await withClient(client(broker)) { client, log in
            #expect(await eventually { log.read { $0.connected.count } == 1 })
            client.perform { _, link in
                for number in 0..<500 {
                    try? link.publish(rawTopic: "out", [1], token: PublishToken(UInt64(number)))
                }
            }
            #expect(await eventually { log.read { $0.outcomes.count } == 500 })
            #expect(log.read { $0.outcomes.allSatisfy { $0.outcome == .lost } })
            let sent = broker.packets(0).filter { $0.kind == .publish && $0.topic == "out" }
            #expect(sent.count == 100, "the window")
            #expect(await eventually { log.read { $0.connected.count } == 2 })
            #expect(!broker.packets(1).contains { $0.topic == "out" }, "nothing survives a reconnect")
        }
    }

    @Test("Messages are acknowledged after the commit, one by one, and a duplicate is delivered and acknowledged, too")
    func acknowledged() async throws {
        let messages = (1...5).flatMap { MQTTPacket.publish("t/\($0)", [UInt8($0)], identifier: UInt16($0)) }
        let again = MQTTPacket.publish("t/1", [1], identifier: 1, duplicate: true)
        let broker = try FakeBroker(
            Self.ready + [.send(messages), .serve(.milliseconds(200)), .send(again)] + Self.good.suffix(1))
        defer { broker.close() }
        try await withReadyClient(broker) { _, log in
            #expect(await eventually { log.read { $0.received.count } == 6 })
            let acknowledged = { broker.packets(0).filter { $0.kind == .puback }.compactMap(\.identifier) }
            #expect(await eventually { acknowledged().filter { $0 < 1_000 } == [1, 2, 3, 4, 5, 1] })
        }
    }

    @Test(
        "A failed commit: not one byte of acknowledgement, the connection ended, and back when the trial commit works")
    func failedCommit() async throws {
        let messages = (1...5).flatMap { MQTTPacket.publish("t/\($0)", [UInt8($0)], identifier: UInt16($0)) }
        let script = Self.ready + [.send(messages), .serveForEver]
        let broker = try FakeBroker(script)
        defer { broker.close() }
        try await withReadyClient(broker) { _, log in
            log.state.withLock { $0.commitFails = true }
            #expect(await eventually { log.read { $0.failures.contains { $0.kind == .commitFailed } } })
            #expect(!broker.packets(0).contains { $0.kind == .puback && ($0.identifier ?? 0) < 1_000 })
            #expect(!broker.packets(0).contains { $0.kind == .disconnect })
            #expect(broker.connections == 1, "it does not come back while the trial commit fails")
            log.state.withLock { $0.commitFails = false }
            #expect(await eventually { log.read { $0.received.count } == 5 })
            #expect(
                await eventually {
                    broker.packets(1).filter { $0.kind == .puback && ($0.identifier ?? 0) < 1_000 }.count == 5
                })
        }
    }

    /// Broken packets. Left out is one thing: an unknown MQTT 5 property makes libmosquitto 2.0.11 abort the process by
    /// an assertion of its own (`log__printf` without a handle), which nothing on this side of it can prevent.
    static let broken: [(name: String, bytes: [UInt8])] = [
        ("reserved kind 0", [0x00, 0x00]), ("reserved kind 15", [0xf0, 0x00]),
        ("remaining length of five bytes", [0x30, 0xff, 0xff, 0xff, 0xff, 0x7f]),
        ("a second CONNACK that refuses", MQTTPacket.bytes(.connack, [0, 0x87, 0])),
        ("SUBSCRIBE from the broker", MQTTPacket.bytes(.subscribe, flags: 2, [0, 1, 0, 0, 1, 0x61, 1])),
        ("CONNECT from the broker", MQTTPacket.bytes(.connect, [0, 4, 0x4d, 0x51, 0x54, 0x54, 5, 2, 0, 0])),
        ("PUBLISH with QoS 3", MQTTPacket.bytes(.publish, flags: 6, [0, 1, 0x74, 0, 1, 0])),
        ("PUBLISH with an empty topic", MQTTPacket.bytes(.publish, [0, 0, 0])),
        ("PUBLISH whose topic is longer than the packet", MQTTPacket.bytes(.publish, [0xff, 0xff, 0x74])),
        ("PUBLISH with a wildcard", MQTTPacket.bytes(.publish, [0, 1, 0x23, 0])),
        ("PUBLISH with invalid UTF-8", MQTTPacket.bytes(.publish, [0, 2, 0xc3, 0x28, 0])),
        ("PUBLISH with NUL in its topic", MQTTPacket.bytes(.publish, [0, 2, 0x74, 0x00, 0])),
        ("PUBLISH without an identifier", MQTTPacket.bytes(.publish, flags: 2, [0, 1, 0x74])),
        ("PUBLISH with identifier 0", MQTTPacket.bytes(.publish, flags: 2, [0, 1, 0x74, 0, 0, 0])),
        ("PUBACK of one byte", MQTTPacket.bytes(.puback, [0])),
        ("PUBACK with identifier 0", MQTTPacket.bytes(.puback, [0, 0])),
        ("SUBACK without a reason", MQTTPacket.bytes(.suback, [0, 1])),
        ("empty DISCONNECT", MQTTPacket.bytes(.disconnect, [])),
    ]

    @Test(
        "R18: a broken packet in the middle of a connection ends it, is named, and nothing crashes",
        arguments: broken.indices)
    func brokenPacket(index: Int) async throws {
        let (name, bytes) = Self.broken[index]
        let broker = try FakeBroker(
            Self.ready + [.send(bytes), .serve(.milliseconds(100)), .close], Self.good)
        defer { broker.close() }
        try await withReadyClient(broker) { _, log in
            #expect(await eventually { log.read { $0.connected.count } == 2 }, "\(name)")
            #expect(log.read { $0.failures.first?.wasConnected } == true, "\(name)")
            #expect(log.read { $0.received.isEmpty }, "\(name)")
        }
    }

    @Test("Answers to what was never sent are ignored: PUBACK, SUBACK and UNSUBACK of unknown numbers, PINGRESP")
    func strayAnswers() async throws {
        let stray =
            MQTTPacket.bytes(.puback, [0x77, 0x77]) + MQTTPacket.bytes(.suback, [0x77, 0x77, 0, 1])
            + MQTTPacket.bytes(.unsuback, [0x77, 0x77, 0, 0]) + MQTTPacket.bytes(.pingresp, [])
        let broker = try FakeBroker(
            Self.ready + [.send(stray), .send(MQTTPacket.publish("t/1", [1], identifier: 9))] + Self.good.suffix(1))
        defer { broker.close() }
        try await withReadyClient(broker) { _, log in
            #expect(await eventually { log.read { $0.received.count } == 1 })
            #expect(log.read { $0.failures.isEmpty })
        }
    }
}

extension [UInt8] {
    fileprivate func contains(_ part: [UInt8]) -> Bool {
        guard count >= part.count else { return false }
        return (0...(count - part.count)).contains { Array(self[$0..<($0 + part.count)]) == part }
    }
}
