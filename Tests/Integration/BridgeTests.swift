import Bus
import Schema
import Support
import Testing

@Suite(
    "beacon-bridge, recorded messages of every fleet, and a real mosquitto", .enabled(if: MosquittoBroker.isInstalled),
    .timeLimit(.minutes(4)), .serialized)
struct BridgeTests {
    private let folder = TemporaryFolder()
    private static let fleets = RecordedFleet.all(stamp: "").map(\.fleet)

    private func launch(_ broker: MosquittoBroker) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beacon-bridge"),
            [
                "--site", "home", "--broker", "127.0.0.1:\(broker.port)", "--data-dir", "\(folder.path)/data",
                "--fleets",
                Self.fleets.joined(separator: ","),
            ],
            environment: [
                "BEACONBUS_SCANNER_FORMATS": "ibeacon,altbeacon,eddystone,mac", "SWIFT_BACKTRACE": "enable=no",
            ],
            output: "\(folder.path)/bridge.log")
    }

    /// What was heard on the bus so far.
    private struct Ear: Sendable {
        let log: RecordingHandler.Log

        func bodies(_ topic: String) -> [JSONValue] {
            log.read { state in
                state.received.filter { $0.topicName == "beaconbus/home/\(topic)" }.compactMap {
                    $0.payload.isEmpty ? .null : try? JSONValue.parse($0.payload)
                }
            }
        }

        /// How often a beacon was in an event of a node.
        func count(_ node: String, _ event: String, _ beacon: String) -> Int {
            bodies("nodes/\(node)/beacons/\(event)").reduce(0) { sum, body in
                sum + (body["beacons"]?.arrayValue ?? []).count { $0["beacon"]?.stringValue == beacon }
            }
        }

        func state(_ node: String) -> String? {
            bodies("nodes/\(node)/state").last.flatMap { $0["state"]?.stringValue }
        }

        func counter(_ key: String) -> Int64 {
            bodies("services/bridge").last?["counters"]?[key]?.integerValue ?? 0
        }
    }

    private func say(_ message: RecordedFleet.Message, _ client: BusClient<RecordingHandler>) {
        client.perform { _, link in
            if message.isRetained {
                try? link.setRetained(rawTopic: message.topic, Array(message.payload.utf8))
            } else {
                try? link.publish(rawTopic: message.topic, Array(message.payload.utf8))
            }
        }
    }

    @Test(
        "D9, R3: each fleet's messages give the right beacons, rooms and away states; a room that goes makes nothing inactive"
    )
    func recorded() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let bridge = try launch(broker)
        defer { bridge.kill() }
        try await withClient(BusFixture.plain(broker.address, "anna", ["beaconbus/home/#"])) { client, log in
            let ear = Ear(log: log)
            #expect(await eventually { !ear.bodies("services/bridge").isEmpty })
            let all = RecordedFleet.all(stamp: WallTime.now().description)
            for fleet in all {
                if let online = fleet.online { say(online, client) }
                // Gateways that pass on every advertisement need two, as a radio does.
                for _ in 0..<2 { for message in fleet.heard { say(message, client) } }
                #expect(
                    await eventually(within: .seconds(20)) { ear.count(fleet.node, "active", fleet.beacon) == 1 },
                    "\(fleet.fleet): \(fleet.beacon) in \(fleet.node)")
                #expect(ear.state(fleet.node) == "running", "\(fleet.fleet)")
                #expect(ear.bodies("nodes/\(fleet.node)/events/started").count == 1)
            }
            for fleet in all {
                if let gone = fleet.gone {
                    say(gone, client)
                    #expect(
                        await eventually(within: .seconds(20)) { ear.count(fleet.node, "inactive", fleet.beacon) == 1 },
                        "\(fleet.fleet)")
                }
                guard let offline = fleet.offline else { continue }
                say(offline, client)
                #expect(await eventually(within: .seconds(20)) { ear.state(fleet.node) == "idle" }, "\(fleet.fleet)")
                #expect(
                    await eventually(within: .seconds(20)) {
                        let stopped = ear.bodies("nodes/\(fleet.node)/events/stopped").last
                        return stopped?["error"]?["code"]?.stringValue == "gatewayOffline"
                    })
                guard fleet.gone == nil else { continue }
                // D9, D12: unknown, and the same activation when the room is back.
                #expect(ear.count(fleet.node, "inactive", fleet.beacon) == 0, "\(fleet.fleet)")
                if let online = fleet.online { say(online, client) }
                for message in fleet.heard { say(message, client) }
                #expect(await eventually(within: .seconds(20)) { ear.state(fleet.node) == "running" })
                let before = ear.count(fleet.node, "readings", fleet.beacon)
                #expect(
                    await eventually(within: .seconds(20)) {
                        for message in fleet.heard { say(message, client) }
                        return ear.count(fleet.node, "readings", fleet.beacon) > before
                    }, "\(fleet.fleet)")
                #expect(ear.count(fleet.node, "active", fleet.beacon) == 1, "\(fleet.fleet)")
            }
        }
    }

    @Test("R18, R12: hostile messages are counted by reason, and the next good one works")
    func hostile() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let bridge = try launch(broker)
        defer { bridge.kill() }
        try await withClient(BusFixture.plain(broker.address, "anna", ["beaconbus/home/#"])) { client, log in
            let ear = Ear(log: log)
            #expect(await eventually { !ear.bodies("services/bridge").isEmpty })
            let names = [
                "\u{1}", "🏷 \"quoted\"", "a'b", String(repeating: "x", count: 200), "..", "%s%n", "Küche", "kuche",
            ]
            let bodies = [
                "{broken", "[]", "null", #"{"rssi":"strong","id":7}"#, #"{"rssi":-60,"id":null,"uuid":[]}"#,
                #"{"v":1,"reports":[{"address":7,"data":"zz"},null,3]}"#, String(repeating: "[", count: 20_000),
                "\u{0}\u{1}",
            ]
            for name in names {
                for body in bodies {
                    for topic in [
                        "espresense/devices/\(name)/\(name)", "espresense/rooms/\(name)/status",
                        "home/\(name)/BTtoMQTT/\(name)", "home/\(name)/LWT", "monitor/\(name)/\(name)",
                        "room-assistant/entity/\(name)/bluetooth-low-energy-presence-sensor/\(name)",
                        "BLE2MQTT-\(name)/\(name)/RSSI", "happy-bubbles/ble/\(name)/ibeacon/\(name)",
                        "gw/\(name)/status",
                        "ruuvi/\(name)", "beaconbus-raw/\(name)/reports",
                    ] {
                        client.perform { _, link in try? link.publish(rawTopic: topic, Array(body.utf8)) }
                    }
                }
            }
            let good = RecordedFleet.all(stamp: WallTime.now().description)[0]
            for _ in 0..<2 { for message in good.heard { say(message, client) } }
            #expect(await eventually { ear.count(good.node, "active", good.beacon) == 1 })
            #expect(await eventually { ear.counter("ignored.broken") > 50 && ear.counter("ignored.fieldMissing") > 0 })
            #expect(bridge.isRunning)
        }
    }

    @Test("A killed bridge is lost to all who read its nodes; started again its beacons go on, nothing is told twice")
    func killed() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        var bridge = try launch(broker)
        defer { bridge.kill() }
        try await withClient(BusFixture.plain(broker.address, "anna", ["beaconbus/home/#"])) { client, log in
            let ear = Ear(log: log)
            #expect(await eventually { !ear.bodies("services/bridge").isEmpty })
            let fleet = RecordedFleet.all(stamp: "")[0]
            if let online = fleet.online { say(online, client) }
            for message in fleet.heard { say(message, client) }
            #expect(await eventually { ear.count(fleet.node, "active", fleet.beacon) == 1 })
            #expect(ear.bodies("nodes/\(fleet.node)/state").last?["via"]?.stringValue == "bridge")
            let session = ear.bodies("nodes/\(fleet.node)/state").last?["session"]?.integerValue ?? 0
            bridge.kill()
            #expect(
                await eventually { ear.bodies("services/bridge/lost").last?["session"]?.integerValue == session })
            bridge = try launch(broker)
            #expect(
                await eventually {
                    let state = ear.bodies("nodes/\(fleet.node)/state").last
                    return (state?["session"]?.integerValue ?? 0) > session && state?["state"]?.stringValue == "running"
                }, "the room's retained status is enough")
            let before = ear.count(fleet.node, "readings", fleet.beacon)
            #expect(
                await eventually {
                    for message in fleet.heard { say(message, client) }
                    return ear.count(fleet.node, "readings", fleet.beacon) > before
                })
            #expect(ear.count(fleet.node, "active", fleet.beacon) == 1)
            #expect(ear.count(fleet.node, "inactive", fleet.beacon) == 0)
        }
    }
}
