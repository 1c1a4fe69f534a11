import Access
import Glibc
import Identity
import Schema
import Support
import Testing

/// The real program beside a real mosquitto with the closed profile.
@Suite(
    "The gate and a real broker", .enabled(if: ClosedBroker.isInstalled), .serialized, .timeLimit(.minutes(4)))
struct GateBrokerTests {
    private let folder = TemporaryFolder()

    private func client(_ site: ClosedSite, _ broker: ClosedBroker, _ pair: ClosedSite.Pair, _ id: String) -> RawClient
    {
        RawClient(id, tls: ("\(broker.folder)/authority.pem", pair.certificate, pair.key))
    }

    @Test("It lets in whom the document names and nobody else, and starts again from nothing it keeps")
    func admits() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let stranger = try site.pair("n.home.stranger", admitted: false)
        let anna = try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled(), "\(gate.log)")
        let person = client(site, broker, anna, "op.home.anna-1")
        #expect(person.connect(broker.people) == .accepted)
        #expect(person.subscribe(["beaconbus/home/#", "beaconbus-private/home/#", "#"]) == [1, 0x87, 0x87])
        let nobody = client(site, broker, stranger, "n.home.stranger")
        #expect(nobody.connect(broker.nodes) == .accepted, "the certificate is good")
        #expect(nobody.subscribe(["beaconbus/home/services/gate"]) == [0x87])
        #expect(nobody.publish([("beaconbus/home/nodes/stranger/state", "")]) == [0x87])
        // T24: the status says what is.
        person.loop { person.received.contains { $0.topic == "beaconbus/home/services/gate" } }
        let status = person.received.last { $0.topic == "beaconbus/home/services/gate" }?.payload ?? ""
        #expect(status.contains("\"ready\":true"), "\(status)")
    }

    @Test("R17, T11: a revoked session is cut, cannot come back, and nobody else notices")
    func cuts() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let kitchen = try site.pair("n.home.kitchen")
        let hall = try site.pair("n.home.hall")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let one = client(site, broker, kitchen, "x")
        let two = client(site, broker, hall, "y")
        #expect(one.connect(broker.nodes) == .accepted && two.connect(broker.nodes) == .accepted)
        site.revoke(["n.home.kitchen"])
        try site.publish()
        #expect(one.loop(2) { !one.isOpen })
        #expect(
            client(site, broker, kitchen, "x").connect(broker.nodes) != .accepted,
            "\(broker.log) \(gate.log) \((try? readFile("/proc/\(broker.pid!)/status")) ?? "")")
        #expect(client(site, broker, kitchen, "x").connect(broker.people) != .accepted)
        two.loop(0.1)
        #expect(two.isOpen && two.publish([("beaconbus/home/nodes/hall/state", "")]) == [0x10])
        #expect(await gate.settled())
    }

    @Test("An epoch ends the sessions of a name that may come back")
    func epoch() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let pair = try site.pair("boot.home.kitchen")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let one = client(site, broker, pair, "x")
        #expect(one.connect(broker.bootstrap) == .accepted)
        site.identities[0].epoch = 1
        try site.publish()
        #expect(one.loop(2) { !one.isOpen })
        #expect(await gate.settled())
        let again = client(site, broker, pair, "x")
        #expect(again.connect(broker.bootstrap) == .accepted)
        #expect(again.publish([("beaconbus-private/home/enrol/kitchen", "")]) == [0x10])
    }

    @Test("D9: what a node that was put off has left retained is still sent to others")
    func leftBehind() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let kitchen = try site.pair("n.home.kitchen")
        let anna = try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let one = client(site, broker, kitchen, "x")
        #expect(one.connect(broker.nodes) == .accepted)
        #expect(one.publish([("beaconbus/home/nodes/kitchen/state", "here")], retain: true) == [0x10])
        site.revoke(["n.home.kitchen"])
        try site.publish()
        #expect(one.loop(2) { !one.isOpen })
        #expect(await gate.settled())
        let person = client(site, broker, anna, "op.home.anna-1")
        #expect(person.connect(broker.people) == .accepted)
        #expect(person.subscribe(["beaconbus/home/nodes/kitchen/state"]) == [1])
        person.loop(1) { !person.received.isEmpty }
        #expect(person.received.map(\.payload) == ["here"])
    }

    @Test("D9, T13: of forty nodes whose sessions end none that is back at once finds itself without rights")
    func epochs() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let pairs = try (0..<40).map { try site.pair("n.home.node\($0)") }
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        for epoch in 1...5 {
            let one = client(site, broker, pairs[0], "x")
            #expect(one.connect(broker.nodes) == .accepted)
            for index in site.identities.indices { site.identities[index].epoch = UInt64(epoch) }
            try site.publish()
            #expect(one.loop(5) { !one.isOpen })
            let again = client(site, broker, pairs[0], "x")
            #expect(again.connect(broker.nodes) == .accepted)
            #expect(again.subscribe(["beaconbus/home/nodes/node0/#"]) == [1])
            #expect(await gate.settled())
        }
    }

    @Test(
        "R12: whatever a node leaves retained, a broker without the plugin stays below its limit and goes on",
        .timeLimit(.minutes(1)))
    func memory() async throws {
        let limit = 48 << 20
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker, .aclFile, ["memory_limit \(limit)"])
        let kitchen = try site.pair("n.home.kitchen")
        let anna = try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker, variant: "aclFile")
        #expect(await gate.settled())
        let flood = client(site, broker, kitchen, "x")
        #expect(flood.connect(broker.nodes) == .accepted)
        let payload = String(repeating: "x", count: 32 << 10)
        var sent = 0
        while flood.isOpen, sent < 4_096 {
            _ = flood.publish(
                (0..<32).map { ("beaconbus-private/home/replies/op_anna/\(sent + $0)", payload) }, retain: true)
            sent += 32
        }
        #expect(!flood.isOpen && sent > 512, "cut off by the limit, \(sent) sent")
        #expect(broker.isRunning)
        let status = try readFile("/proc/\(broker.pid!)/status")
        let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS") }
            .flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") }
        #expect(try #require(resident) << 10 < 2 * limit, "\(status)")
        // The way out that deploy/nodes.md tells: put off, and start again without what was kept.
        site.revoke(["n.home.kitchen"])
        try site.publish()
        #expect(await gate.settled())
        await broker.stop()
        unlink("\(site.broker)/mosquitto.db")
        try broker.start()
        let person = client(site, broker, anna, "op.home.anna-1")
        #expect(person.connect(broker.people) == .accepted)
        #expect(person.subscribe(["beaconbus-private/home/replies/op_anna/#"]) == [1])
        person.loop(0.3)
        #expect(person.received.isEmpty)
    }

    @Test("Whatever is killed in whatever order, in the end the broker holds what the document says")
    func kills() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        var nodes: [String] = []
        for round in 0..<12 {
            let name = "n.home.node\(round)"
            try site.pair(name)
            nodes.append(name)
            if round % 3 == 2 { site.revoke([nodes.removeFirst()]) }
            try site.publish()
            usleep(UInt32.random(in: 0..<20_000, using: &generator))
            switch round % 4 {
            case 0:
                gate.kill()
                try gate.start()
            case 1:
                broker.kill()
                usleep(UInt32.random(in: 0..<50_000, using: &generator))
                try broker.start()
            case 2:
                broker.kill()
                gate.kill()
                try gate.start()
                usleep(UInt32.random(in: 0..<100_000, using: &generator))
                try broker.start()
            default: break
            }
        }
        // Somebody looks after a broker; here it is us.
        let settled = try await eventually(within: .seconds(30)) {
            if !broker.isRunning { try broker.start() }
            return gate.isSettled
        }
        #expect(settled, "seed \(seed): \(gate.log)")
        let held = try JSONValue.parse(
            text: try readFile("\(site.broker)/dynamic-security.json"), maximumBytes: 1 << 20)
        let names = Set((held["clients"]?.arrayValue ?? []).compactMap { $0["username"]?.stringValue })
        #expect(names == Set(nodes + ["op.home.anna", "svc.home.gate"]), "seed \(seed)")
        #expect(held["roles"]?.arrayValue?.count == names.count, "seed \(seed)")
        for name in nodes {
            let one = client(site, broker, try site.pair(name), name)
            #expect(one.connect(broker.nodes) == .accepted)
        }
    }

    @Test("A file that the plugin left half written locks nobody out: it is put right, and the broker started anew")
    func halfWritten() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let anna = try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let path = "\(site.broker)/dynamic-security.json"
        let good = try readFile(path)
        for (number, damaged) in ["", String(good.prefix(good.utf8.count / 2)), "{}", "{\"clients\":[]}"].enumerated() {
            broker.kill()
            if number % 2 == 0 { gate.send(SIGSTOP) }
            try writeFile(path, damaged)
            try broker.start()
            gate.send(SIGCONT)
            let settled = try await eventually {
                if !broker.isRunning { try broker.start() }
                let person = client(site, broker, anna, "op.home.anna")
                return person.connect(broker.people) == .accepted && person.subscribe(["beaconbus/home/#"]) == [1]
            }
            #expect(settled, "\(number): \(gate.log)")
        }
    }

    @Test("T12: an old list is an alarm, an expired one is healed without a connection")
    func oldList() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        // The broker starts with a list that is over: nobody comes in, not even the gate.
        try writeFile(
            "\(site.broker)/crl.pem", try site.nextList(life: .seconds(60), issued: .now() - .seconds(3_000)))
        let broker = try ClosedBroker(site.broker)
        let anna = try site.pair("op.home.anna")
        try site.publishDocument()
        let port = LoopbackPort.free()
        let gate = try ClosedGate(site, broker, more: ["BEACONBUS_GATE_HTTP_LISTEN": "127.0.0.1:\(port)"])
        #expect(await eventually { gate.applied?.error != nil })
        #expect(client(site, broker, anna, "op.home.anna").connect(broker.people) != .accepted)
        // More than half of its life is over, but it is good.
        try site.put("crl.pem", try site.nextList(life: .seconds(4_000), issued: .now() - .seconds(2_500)))
        #expect(await gate.settled(), "\(gate.log)")
        let person = client(site, broker, anna, "op.home.anna")
        #expect(person.connect(broker.people) == .accepted)
        let status = "beaconbus/home/services/gate"
        _ = person.subscribe([status])
        person.loop { person.received.last { $0.topic == status }?.payload.contains("grows old") ?? false }
        let payload = person.received.last { $0.topic == status }?.payload ?? ""
        #expect(payload.contains("grows old") && payload.contains("\"ready\":false"), "\(payload)")
        let health = try await runTool("/usr/bin/python3", ["-c", Self.fetch, "\(port)"], in: folder.path)
        #expect(health.contains("\"revocationList\":{\"status\":\"degraded\""), "\(health)")
        try site.publishList()
        #expect(await gate.settled())
        person.loop { person.received.last { $0.topic == status }?.payload.contains("\"ready\":true") ?? false }
        #expect(person.received.last { $0.topic == status }?.payload.contains("\"ready\":true") == true)
    }

    private static let fetch = """
        import sys, urllib.request
        try: print(urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/health").read().decode())
        except urllib.error.HTTPError as e: print(e.read().decode())
        """

    @Test("A broken document changes nothing at the broker, and is told to the authority and in the status")
    func brokenDocument() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        let broker = try ClosedBroker(site.broker)
        let anna = try site.pair("op.home.anna")
        try site.publish()
        let gate = try ClosedGate(site, broker)
        #expect(await gate.settled())
        let person = client(site, broker, anna, "op.home.anna")
        #expect(person.connect(broker.people) == .accepted)
        try site.put("access.json", "{\"version\":1,")
        #expect(await eventually { gate.applied?.error == "messageInvalid" })
        person.loop(0.2)
        #expect(person.isOpen && gate.applied?.revision == 1)
        try site.publish()
        #expect(await gate.settled())
        #expect(person.isOpen)
    }

    @Test("With the plain variant rights follow the document without the plugin; a session lives on, deaf and mute")
    func plain() async throws {
        let site = try ClosedSite("home", folder: folder.path)
        try writeFile("\(site.broker)/acl", "user op.elsewhere.watcher\ntopic read #\n")
        let broker = try ClosedBroker(site.broker, .aclFile)
        let kitchen = try site.pair("n.home.kitchen")
        let watcher = try site.pair("op.elsewhere.watcher", admitted: false)
        try site.publish()
        let gate = try ClosedGate(site, broker, variant: "aclFile")
        #expect(await gate.settled(), "\(gate.log)")
        let all = client(site, broker, watcher, "op.elsewhere.watcher")
        #expect(all.connect(broker.people) == .accepted)
        #expect(all.subscribe(["beaconbus/#"]) == [1])
        let one = client(site, broker, kitchen, "x")
        #expect(one.connect(broker.nodes) == .accepted)
        let topic = "beaconbus/home/nodes/kitchen/events/warning"
        // The signal is on its way.
        #expect(await eventually { one.publish([(topic, "before")]) == [0] })
        site.revoke(["n.home.kitchen"])
        try site.publish()
        #expect(await gate.settled())
        #expect(await eventually { one.publish([(topic, "after")]) == [0x87] })
        #expect(client(site, broker, kitchen, "x").connect(broker.nodes) != .accepted)
        all.loop(0.3)
        #expect(all.received.map(\.payload).contains("before"))
    }
}
