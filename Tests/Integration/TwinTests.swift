import Bus
import Glibc
import Schema
import Support
import Testing

/// Several lives of one node on a real, closed broker: copies, frozen machines, wiped disks.
@Suite(
    "Twins, zombies and wiped nodes", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(5)), .serialized)
struct TwinTests {
    private static let kitchen = NodeID("kitchen")!
    private static let state = "beaconbus/home/nodes/kitchen/state"
    private static let lost = "beaconbus/home/nodes/kitchen/lost"

    /// A site with one node that has its certificates and is stopped.
    private func enrolled() async throws -> UpClosedSite {
        let site = try await UpClosedSite()
        let app = AppID("site")!
        try await BusSession.with(site.person) { session in
            _ = try await session.request(
                .authorityCommand(.appPut, site.requester),
                AppPutCommand(app: app, validator: ValidatorDefinition(kind: .file)), as: AppChangeReply.self,
                timeout: .seconds(10))
        }
        _ = try await site.announce([Self.kitchen], app)
        let process = try site.startNode(Self.kitchen)
        let isActive = try await site.areActive([Self.kitchen])
        #expect(isActive, "\(site.text(of: [Self.kitchen]))")
        await process.terminate()
        return site
    }

    /// A process with its own copy of the node's folder, as from the image of a disk; nothing starts by itself in it.
    private func copy(_ site: UpClosedSite, _ name: String, keepAlive: Int = 5) async throws -> ChildProcess {
        let folder = "\(site.temporary.path)/\(name)"
        if access(folder, F_OK) != 0 {
            try await runTool("/bin/cp", ["-a", site.home(Self.kitchen), folder], in: site.temporary.path)
        }
        try writeFile(
            "\(folder)/node.yaml",
            """
            site:
              id: home
              dataFolder: \(folder)
            broker:
              address: 127.0.0.1:\(site.ports[0])
              keepalive: \(keepAlive)s
            node:
              id: kitchen
              identity: \(folder)/identity
              bootstrapBroker: 127.0.0.1:\(site.ports[2])

            """)
        return try ChildProcess(
            BuiltProgram.path("beacon-lifecycle"), ["--config", "\(folder)/node.yaml", "--log-format", "json"],
            output: "\(folder).log")
    }

    private struct Word {
        let session: UInt64
        let connection: UInt64

        init?(_ line: OutsiderSite.Line?) {
            guard let json = line?.json, let session = json["session"]?.integerValue,
                let connection = json["connection"]?.integerValue
            else { return nil }
            self.session = UInt64(clamping: session)
            self.connection = UInt64(clamping: connection)
        }
    }

    private func last(_ heard: String, _ topic: String) -> Word? {
        Word(OutsiderSite.lines(heard).last { $0.topic == topic })
    }

    private func isLost(_ heard: String) -> Bool? {
        guard let state = last(heard, Self.state) else { return nil }
        guard let lost = last(heard, Self.lost) else { return false }
        return (lost.session, lost.connection) >= (state.session, state.connection)
    }

    @Test("R9, T15: two machines with one certificate: each says so in its log, and the kicking ends")
    func clones() async throws {
        let site = try await enrolled()
        let outside = OutsiderSite(site: site)
        let (listener, heard) = try await outside.listen("op_test", ["beaconbus/home/nodes/kitchen/#"], to: "clones")
        defer { listener.kill() }
        let twins = ["one", "two"]
        let processes = [try await copy(site, "one"), try await copy(site, "two")]
        defer { for process in processes { process.kill() } }
        let names = { (twin: String) in
            ((try? readFile("\(site.temporary.path)/\(twin).log")) ?? "").contains("clientIdInUse")
        }
        let clock = ContinuousClock()
        let start = clock.now
        let isNamed = await eventually(within: .seconds(40)) { twins.allSatisfy(names) }
        #expect(isNamed, "\(twins.map { (try? readFile("\(site.temporary.path)/\($0).log")) ?? "" })")
        print("R9: named by both after \(clock.now - start)")
        // One gives way for ten minutes; the other is undisturbed for longer than any back-off of a fight.
        let connections = { OutsiderSite.lines(heard).count { $0.topic == Self.state } }
        var before = -1
        let isCalm = await eventually(within: .seconds(60)) {
            let now = connections()
            defer { before = now }
            if now != before { return false }
            try? await Task.sleep(for: .seconds(8))
            return connections() == now
        }
        #expect(isCalm, "\(connections()) states")
        #expect(isLost(heard) == false, "and the node is there")
    }

    @Test("D7, T14: a frozen process is taken over or given up at any moment, and its late will takes nobody away")
    func frozen() async throws {
        let site = try await enrolled()
        let outside = OutsiderSite(site: site)
        let (listener, heard) = try await outside.listen("op_test", ["beaconbus/home/nodes/kitchen/#"], to: "frozen")
        defer { listener.kill() }
        var random = SeededGenerator(seed: 7)
        for round in 0..<12 {
            let before = last(heard, Self.state)
            let old = try await copy(site, "zombie")
            #expect(await eventually { last(heard, Self.state)?.session ?? 0 > before?.session ?? 0 }, "round \(round)")
            try await runTool("/bin/rm", ["-rf", "\(site.temporary.path)/next"], in: site.temporary.path)
            try await runTool(
                "/bin/cp", ["-a", "\(site.temporary.path)/zombie", "\(site.temporary.path)/next"],
                in: site.temporary.path)
            old.pause()
            if round % 4 == 0 {
                // The broker gives it up: half as long again as the keep-alive.
                let first = try #require(last(heard, Self.state))
                #expect(await eventually(within: .seconds(12)) { last(heard, Self.lost)?.session == first.session })
                #expect(isLost(heard) == true)
            } else {
                usleep(UInt32.random(in: 0...300_000, using: &random))
            }
            let ghost = try #require(last(heard, Self.state))
            let new = try await copy(site, "next")
            #expect(await eventually { last(heard, Self.state)?.session ?? 0 > ghost.session }, "round \(round)")
            // Whatever the broker still says of the old one has been said when it is gone for good.
            old.kill()
            #expect(await eventually { last(heard, Self.lost)?.session == ghost.session }, "round \(round)")
            #expect(isLost(heard) == false, "round \(round)")
            await new.terminate()
            #expect(await eventually { isLost(heard) == true }, "a process that ends says so")
            try await runTool("/bin/rm", ["-rf", "\(site.temporary.path)/zombie"], in: site.temporary.path)
            #expect(rename("\(site.temporary.path)/next", "\(site.temporary.path)/zombie") == 0)
        }
    }

    @Test("R16: a node whose folder was wiped, in front of what a clock far ahead left behind, is above it at once")
    func wiped() async throws {
        let site = try await enrolled()
        let outside = OutsiderSite(site: site)
        let (listener, heard) = try await outside.listen("op_test", ["beaconbus/home/nodes/kitchen/#"], to: "wiped")
        defer { listener.kill() }
        // An earlier life, whose clock was far ahead.
        let identity = site.identity(Self.kitchen)
        let far: UInt64 = 4_000_000_000
        for (topic, text) in [
            (Self.state, #"{"v":1,"from":"n.home.kitchen","session":\#(far),"seq":9,"connection":3}"#),
            (Self.lost, #"{"v":1,"from":"n.home.kitchen","session":\#(far),"connection":3}"#),
        ] {
            try await runTool(
                "/usr/bin/mosquitto_pub",
                [
                    "-h", "127.0.0.1", "-p", "\(site.ports[0])", "-V", "5", "-q", "1", "-r", "-t", topic, "-m", text,
                    "--cafile", "\(identity)/authority.pem", "--cert", "\(identity)/current/lifecycle.crt", "--key",
                    "\(identity)/current/lifecycle.key",
                ], in: site.temporary.path)
        }
        #expect(await eventually { last(heard, Self.lost)?.session == far })
        for name in ["lifecycle", "scanner"] {
            try await runTool("/bin/rm", ["-rf", "\(site.home(Self.kitchen))/\(name)"], in: site.temporary.path)
        }
        let process = try await copy(site, "again")
        #expect(await eventually { last(heard, Self.state)?.session ?? 0 > far })
        #expect(last(heard, Self.state)?.session == far + 1)
        #expect(isLost(heard) == false)
        let log = try readFile("\(site.temporary.path)/again.log")
        #expect(!log.contains("clientIdInUse"), "\(log)")
        process.kill()
        #expect(await eventually { isLost(heard) == true })
    }

    @Test("T17: a thousand half-open TLS connections at every listener's door do not disturb those who are in")
    func halfOpen() async throws {
        let site = try await UpClosedSite()
        let rounds = 300
        let measure = { () async throws -> (median: Duration, high: Duration) in
            try await BusSession.with(site.person) { session in
                var spans: [Duration] = []
                let clock = ContinuousClock()
                for _ in 0..<rounds {
                    let start = clock.now
                    _ = try await session.request(
                        .authorityCommand(.nodeList, site.requester), NodeListCommand(limit: 1),
                        as: NodeListReply.self, timeout: .seconds(10))
                    spans.append(clock.now - start)
                }
                spans.sort()
                return (spans[rounds / 2], spans[rounds * 95 / 100])
            }
        }
        let calm = try await measure()
        // The beginning of a ClientHello, and then nothing.
        let beginning: [UInt8] = [0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03]
        var sockets: [Int32] = []
        defer { for socket in sockets { close(socket) } }
        for number in 0..<1_000 {
            guard let socket = LoopbackPort.connect(site.ports[number % 3]) else { continue }
            _ = beginning.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            sockets.append(socket)
        }
        #expect(sockets.count > 950)
        let crowded = try await measure()
        print("T17: calm \(calm), with \(sockets.count) half-open connections \(crowded)")
        #expect(crowded.median < calm.median * 2 + .milliseconds(2), "\(calm) \(crowded)")
        // And one who comes now gets in.
        let found = try await BusSession.with(site.person) { session in
            try await session.request(
                .authorityCommand(.nodeList, site.requester), NodeListCommand(limit: 1), as: NodeListReply.self,
                timeout: .seconds(10)
            ).nodes.count
        }
        #expect(found == 0)
    }
}
