import Bus
import Schema
import Support
import Testing

@Suite(
    "A bridged fleet in a site: its broker, nodes of others, dispatch", .enabled(if: MosquittoBroker.isInstalled),
    .timeLimit(.minutes(4)), .serialized)
struct BridgeSiteTests {
    private let folder = TemporaryFolder()
    private let roomsFolder = TemporaryFolder()

    /// Runs a bridge between two brokers, with an ear on the bus and a voice in the fleet.
    private func withSite(
        before: (BusClient<RecordingHandler>, BridgeEar) async throws -> Void = { _, _ in },
        _ body: (BridgeSite, MosquittoBroker, BridgeEar, BusClient<RecordingHandler>) async throws -> Void
    ) async throws {
        let bus = try MosquittoBroker(folder: folder.path)
        let rooms = try MosquittoBroker(folder: roomsFolder.path)
        let site = BridgeSite(folder: folder.path, bus: bus.address, fleet: rooms.address)
        try await withClient(BusFixture.plain(bus.address, "anna", ["beaconbus/home/#"])) { anna, log in
            let ear = BridgeEar(log: log)
            try await before(anna, ear)
            try await withClient(BusFixture.plain(rooms.address, "rooms")) { voice, _ in
                try site.launch()
                #expect(await eventually { !ear.bodies("services/bridge").isEmpty })
                try await body(site, rooms, ear, voice)
            }
        }
    }

    /// The rooms go on hearing until something is so.
    private func hearing(
        _ rooms: [String], _ voice: BusClient<RecordingHandler>, until condition: () -> Bool
    ) async -> Bool {
        await eventually {
            for room in rooms { BridgeSite.hear(room, voice) }
            return condition()
        }
    }

    @Test("D9, D12: without the fleets' broker the rooms are idle and beacons unknown; with it the activations go on")
    func fleetBrokerLost() async throws {
        try await withSite { _, rooms, ear, voice in
            BridgeSite.status("study", "online", voice)
            #expect(await hearing(["study"], voice) { ear.activations("study", "active").count == 1 })
            rooms.kill()
            #expect(await eventually { ear.word("study") == "idle" })
            #expect(ear.state("study")?["error"]?["code"]?.stringValue == "gatewayOffline")
            #expect(ear.state("study")?["run"].map(\.isNull) ?? true)
            #expect(await eventually { ear.bodies("nodes/study/events/stopped").count == 1 })
            try rooms.start()
            #expect(await eventually { ear.word("study") == "running" })
            let before = ear.readings("study")
            #expect(await hearing(["study"], voice) { ear.readings("study") > before })
            #expect(ear.activations("study", "active").count == 1)
            #expect(ear.activations("study", "inactive").isEmpty)
            #expect(ear.bodies("nodes/study/events/started").count == 2)
        }
    }

    @Test("D9: a room that is offline when the bridge starts again is not heard, so nothing can time out there")
    func restartedOffline() async throws {
        try await withSite { site, _, ear, voice in
            BridgeSite.status("study", "online", voice)
            #expect(await hearing(["study"], voice) { ear.activations("study", "active").count == 1 })
            let session = ear.state("study")?["session"]?.integerValue ?? .max
            site.kill()
            BridgeSite.status("study", "offline", voice)
            try site.launch()
            #expect(
                await eventually {
                    let scanner = ear.bodies("nodes/study/scanner").last
                    return scanner?["session"]?.integerValue ?? 0 > session && ear.word("study") == "idle"
                })
            let scanners = ear.bodies("nodes/study/scanner").filter { $0["session"]?.integerValue ?? 0 > session }
            #expect(scanners.allSatisfy { $0["run"].map(\.isNull) ?? true }, "no run goes on")
            #expect(ear.activations("study", "inactive").isEmpty)
        }
    }

    @Test("A room with the name of a node that speaks for itself gets another one, and leaves that node's state alone")
    func takenBefore() async throws {
        try await withSite(
            before: { anna, ear in
                anna.perform { _, link in
                    try? link.setRetained(.nodeState(NodeID("study")!), NodeStatus.samples[1])
                }
                #expect(await eventually { ear.bodies("nodes/study/state").count == 1 })
            }
        ) { _, _, ear, voice in
            #expect(
                await hearing(["study"], voice) {
                    ear.counter("conflicts") == 1 && ear.counter("running") == 1
                })
            let states = ear.bodies("nodes/study/state")
            #expect(states.allSatisfy { $0["from"]?.stringValue == "op.home.anna" })
            #expect(ear.activations("study", "active").isEmpty)
        }
    }

    @Test("A node that comes later takes its name back: the room gives way, once, and goes on under another one")
    func takenLater() async throws {
        try await withSite { site, _, ear, voice in
            #expect(await hearing(["study"], voice) { ear.word("study") == "running" })
            try await withClient(BusFixture.plain(site.bus, "study", [])) { other, _ in
                other.perform { _, link in
                    try? link.setRetained(.nodeState(NodeID("study")!), NodeStatus.samples[1])
                }
                #expect(
                    await hearing(["study"], voice) {
                        ear.counter("conflicts") == 1 && ear.counter("running") == 1
                    })
            }
            #expect(ear.state("study")?["from"]?.stringValue == "op.home.study")
            // Started again it remembers.
            site.kill()
            try site.launch()
            #expect(await hearing(["study"], voice) { ear.counter("running") == 1 && ear.counter("conflicts") == 0 })
            #expect(ear.state("study")?["from"]?.stringValue == "op.home.study")
        }
    }

    @Test(
        "A node that took a room's name while the bridge was away keeps it: its state is known before a room's is told")
    func takenMeanwhile() async throws {
        try await withSite { site, _, ear, voice in
            #expect(await hearing(["study"], voice) { ear.word("study") == "running" })
            site.kill()
            try await withClient(BusFixture.plain(site.bus, "study", [])) { other, _ in
                other.perform { _, link in
                    try? link.setRetained(.nodeState(NodeID("study")!), NodeStatus.samples[1])
                }
                #expect(await eventually { ear.state("study")?["from"]?.stringValue == "op.home.study" })
                let before = ear.bodies("nodes/study/state").count
                try site.launch()
                #expect(
                    await hearing(["study"], voice) {
                        ear.counter("conflicts") == 1 && ear.counter("running") == 1
                    })
                #expect(ear.bodies("nodes/study/state").count == before, "nothing was said in its name")
            }
        }
    }

    @Test(
        "R14, R18: whatever session another bridge left, a room runs; its state cleared it is forgotten, and comes again"
    )
    func forgotten() async throws {
        let greatest: UInt64 = 1 << 53 - 1
        try await withSite(
            before: { anna, ear in
                let bridge = ServiceName("bridge")!
                let status = ServiceStatus(
                    service: bridge, version: "1", instance: "other", connection: 1, online: true, ready: true,
                    counters: [:])
                let head = Head(
                    from: ClientID("svc.home.bridge"), session: greatest - 1, seq: 1, at: WallTime.now())
                let payload = try MessageCoder.encode(head, status)
                anna.perform { _, link in
                    try? link.setRetained(rawTopic: "beaconbus/home/services/bridge", payload)
                }
                #expect(await eventually { !ear.bodies("services/bridge").isEmpty })
                anna.perform { _, link in link.releaseRetained(under: "beaconbus/home/services/bridge") }
            }
        ) { site, _, ear, voice in
            #expect(await hearing(["study"], voice) { ear.activations("study", "active").count == 1 })
            #expect(ear.state("study")?["session"]?.integerValue == Int64(greatest))
            try await withClient(BusFixture.plain(site.bus, "bob", [])) { bob, _ in
                bob.perform { _, link in try? link.clearRetained(.nodeState(NodeID("study")!)) }
                #expect(
                    await eventually {
                        ear.bodies("nodes/study/scanner").last == .null
                            && ear.bodies("nodes/study/beacons").last == .null
                    })
                #expect(await hearing(["study"], voice) { ear.word("study") == "running" })
            }
            #expect(await eventually { ear.counter("forgottenRooms") == 1 })
        }
    }

    @Test("R11: what was measured of a room counts there, measured before it came or while it runs")
    func calibrated() async throws {
        @Sendable func measured(_ offset: Double) -> Calibration {
            Calibration(node: NodeID("study")!, revision: Int64(offset), offset: offset, exponent: 3)
        }
        try await withSite(
            before: { anna, ear in
                anna.perform { _, link in try? link.setRetained(.calibration(NodeID("study")!), measured(5)) }
                #expect(await eventually { ear.bodies("nodes/study/calibration").count == 1 })
            }
        ) { site, _, ear, voice in
            func strengths() -> Set<Double> {
                Set(
                    ear.bodies("nodes/study/beacons/readings").flatMap { $0["beacons"]?.arrayValue ?? [] }
                        .compactMap { $0["rssi"]?.doubleValue })
            }
            #expect(await hearing(["study"], voice) { strengths() == [-68] })
            #expect(
                await eventually { ear.bodies("nodes/study/scanner").last?["receiver"]?["exponent"]?.doubleValue == 3 })
            try await withClient(BusFixture.plain(site.bus, "bob", [])) { bob, _ in
                bob.perform { _, link in try? link.setRetained(.calibration(NodeID("study")!), measured(7)) }
                #expect(await hearing(["study"], voice) { strengths() == [-68, -70] })
            }
        }
    }

    @Test("D14, D18: a room tells what it hears, and refuses what only its gateway can do; others' commands are theirs")
    func asked() async throws {
        try await withSite { site, _, ear, voice in
            #expect(await hearing(["study"], voice) { ear.word("study") == "running" })
            try await BusSession.with(BusFixture.plain(site.bus, "bob")) { session in
                let bob = Requester(kind: .operator, name: "bob")!
                let study = NodeID("study")!
                async let found = session.request(
                    .nodeCommand(study, .discover, bob), DiscoverCommand(duration: 3_000), as: DiscoverReply.self,
                    timeout: .seconds(20))
                for command in [NodeCommand.start, .stop] {
                    let outcome = try await session.request(
                        .nodeCommand(study, command, bob), StartCommand(), as: CommandOutcome.self,
                        timeout: .seconds(20))
                    #expect(outcome.outcome == .refused && outcome.error?.code == .commandInvalid)
                }
                let before = ear.readings("study")
                #expect(await hearing(["study"], voice) { ear.readings("study") > before + 3 })
                await #expect {
                    try await session.request(
                        .nodeCommand(NodeID("elsewhere")!, .stop, bob), StopCommand(), as: CommandOutcome.self,
                        timeout: .seconds(2))
                } throws: { error in
                    (error as? BeaconBusError)?.code == .requestTimeout
                }
                let devices = try await found.devices
                #expect(devices.map(\.beacon?.description) == [BridgeSite.beacon])
                #expect(devices.allSatisfy { $0.median == -63 && ($0.reports ?? 0) > 0 })
            }
        }
    }

    @Test("H1, H5: one check-in for a beacon that two rooms hear, over room loss and a kill -9 of the bridge")
    func dispatched() async throws {
        var services: [ChildProcess] = []
        defer { for service in services { service.kill() } }
        try await withSite { site, _, ear, voice in
            for name in ["metadata", "dispatch"] {
                services.append(
                    try ChildProcess(
                        BuiltProgram.path("beacon-\(name)"),
                        [
                            "--site", "home", "--broker", "127.0.0.1:\(site.bus.port)", "--data-dir",
                            "\(folder.path)/\(name)",
                        ],
                        environment: [
                            "BEACONBUS_METADATA_TAKEOVER_WAIT": "0s", "BEACONBUS_DISPATCH_TAKEOVER_WAIT": "0s",
                        ], output: "\(folder.path)/\(name).log"))
            }
            let requester = Requester("op_registrar")!
            let record = BeaconRecord(
                beacon: try #require(BeaconID(BridgeSite.beacon)), name: "Keys",
                metadata: ["checkin_action": ["place_id": "reception"]]
            ).json
            let command = PutCommand(records: [record])
            #expect(await eventually { ear.bodies("services/metadata").last?["ready"]?.boolValue == true })
            try await BusSession.with(BusFixture.plain(site.bus, "registrar")) { session in
                _ = try await session.request(
                    .metadataCommand(.put, requester), command, as: ChangeReply.self, timeout: .seconds(10))
            }
            for room in ["study", "hall"] { BridgeSite.status(room, "online", voice) }
            #expect(
                await hearing(["study", "hall"], voice) {
                    ear.activations("study", "active").count == 1 && ear.activations("hall", "active").count == 1
                })
            let checkIns = { ear.bodies("actions/check-in").count }
            #expect(await eventually { checkIns() >= 1 })
            // A room goes and comes back; then the bridge is killed and started again.
            BridgeSite.status("hall", "offline", voice)
            #expect(await eventually { ear.word("hall") == "idle" })
            BridgeSite.status("hall", "online", voice)
            let session = ear.state("hall")?["session"]?.integerValue ?? .max
            site.kill()
            #expect(await eventually { ear.bodies("services/bridge/lost").last?["session"]?.integerValue == session })
            try site.launch()
            #expect(
                await hearing(["study", "hall"], voice) {
                    ["study", "hall"].allSatisfy {
                        ear.word($0) == "running" && (ear.state($0)?["session"]?.integerValue ?? 0) > session
                    }
                })
            let before = ["study", "hall"].map { ear.readings($0) }
            #expect(
                await hearing(["study", "hall"], voice) {
                    ear.readings("study") > before[0] && ear.readings("hall") > before[1]
                })
            #expect(checkIns() == 1)
            // All entries reached dispatch.
            #expect(
                await eventually {
                    ["study", "hall"].allSatisfy {
                        ear.bodies("nodes/\($0)/scanner").last?["journal"]?["pending"]?.integerValue == 0
                    }
                })
            #expect(ear.activations("study", "active").count == 1 && ear.activations("hall", "active").count == 1)
            #expect(ear.activations("study", "inactive").isEmpty && ear.activations("hall", "inactive").isEmpty)
        }
    }
}
