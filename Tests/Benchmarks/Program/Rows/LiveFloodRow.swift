import Bus
import CYardsticks
import Glibc
import Schema
import Support

/// The scanner as deployed, on a controller that hears 10,000 advertisements a second from ever new random addresses for
/// five minutes, every format monitored: its memory, the registered beacons, its processor time (R4, R12, R20).
enum LiveFloodRow: Row {
    static let name = "live-flood"
    static let summary =
        "5 minutes of 10,000 advertisements/s from random addresses through the scanner as deployed, in real time."

    private static let rate = 10_000
    private static let registered = 100
    private static let seconds = 300.0
    private static let uuid = "00000000-0000-0001-0000-000000000005"

    static func measure() async throws -> [Measurement] {
        guard MosquittoBroker.isInstalled else { throw RowSkipped("mosquitto is not installed") }
        let controller = try FloodController(rate: rate, registered: registered)
        defer { controller.stop() }
        let bare = await onThread { [port = controller.port] () -> (Double, UInt64) in
            var reports: UInt64 = 0
            let cost = flood_reader(Int32(port), 5, &reports)
            return (cost, reports)
        }
        guard bare.1 > 0 else { throw RowSkipped("the controller cannot be read") }
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        let (data, port) = (folder.path, broker.port)
        @Sendable func start(_ name: String, _ further: [String]) throws -> ChildProcess {
            try DeployedProgram(name).start(
                broker: port, folder: data, further,
                environment: ["BEACONBUS_METADATA_MONITORED_FORMATS": "ibeacon,altbeacon,eddystone,mac"])
        }
        let metadata = try start("beacon-metadata", [])
        defer { metadata.kill() }
        guard let site = SiteID("bench"), let desk = NodeID("desk"), let requester = Requester("op_bench"),
            let client = ClientID(kind: .operator, site: site, name: "bench")
        else { throw RowSkipped("names of this program are not valid") }
        let roots = Roots(site: site)
        let configuration = BusConfiguration(broker: broker.address, clientID: client, roots: roots, session: 1)
        return try await BusSession.with(configuration) { session in
            _ = try await RegistryFeed.put(uuid: uuid, major: 0, count: registered, session, requester)
            let scanner = try start(
                "beacon-scanner", ["--node", "desk", "--source", "h4:127.0.0.1:\(controller.port)"])
            defer { scanner.kill() }
            let node = try start("beacon-lifecycle", ["--node", "desk"])
            defer { node.kill() }
            return try await watch(session, roots, desk, scanner, controller, bare: bare.0)
        }
    }

    /// Follows status and inactive events for the five minutes.
    private static func watch(
        _ session: BusSession, _ roots: Roots, _ desk: NodeID, _ scanner: ChildProcess, _ controller: FloodController,
        bare: Double
    ) async throws -> [Measurement] {
        let filters = [
            Subscription(.scanner(desk), in: roots),
            Subscription(.beaconEvents(desk, .inactive), in: roots),
        ]
        return try await session.subscribe(filters) { messages in
            var begun: UInt64 = 0
            var before: ProcessFigures?
            var first: ScannerStatus?
            var lost = 0
            for try await message in messages {
                if case .beaconEvent(_, .inactive) = message.topic {
                    let beacons = try message.decode(Batch.self).body.beacons
                    lost += beacons.count { $0.beacon.description.hasPrefix("ibeacon-\(uuid)-") }
                    continue
                }
                guard case .scanner = message.topic else { continue }
                let status = try message.decode(ScannerStatus.self).body
                guard status.state == .running else { continue }
                if begun == 0 { begun = Stopwatch.nanoseconds() }
                let passed = Double(Stopwatch.nanoseconds() - begun) / 1e9
                // The tables fill to their bounds first; then memory must stand still.
                if before == nil, passed >= 30 {
                    before = ProcessFigures(pid: scanner.pid)
                    first = status
                }
                guard let before, let first, passed >= 30 + seconds else { continue }
                return table(before, first, ProcessFigures(pid: scanner.pid), status, lost, controller.late, bare: bare)
            }
            throw RowSkipped("the session ended")
        }
    }

    private static func table(
        _ before: ProcessFigures, _ first: ScannerStatus, _ after: ProcessFigures, _ last: ScannerStatus, _ lost: Int,
        _ late: UInt64, bare: Double
    ) -> [Measurement] {
        func counted(_ key: String) -> Double { Double((last.counters[key] ?? 0) - (first.counters[key] ?? 0)) }
        let reports = counted("reports")
        let growth = Double(after.resident - before.resident) / 1_048_576
        let cost = (after.seconds - before.seconds) * 1e9 / max(reports, 1)
        let share = (after.seconds - before.seconds) / seconds * 100
        return [
            Measurement("reports taken in 5 minutes", reports / 1e6, "million"),
            Measurement("reports nobody took in time", Double(late), ""),
            Measurement(
                "resident memory growth in 5 minutes", growth, "MiB", goal: .atMost(1, growth, "< 1 MiB")),
            Measurement("resident memory", Double(after.resident) / 1_048_576, "MiB"),
            Measurement(
                "registered beacons lost, of \(registered)", Double(lost), "", goal: .atMost(0, Double(lost), "none")),
            Measurement(
                "registered beacons active, at the least", Double(min(last.active, Int64(registered))), "",
                goal: .atLeast(Double(registered), Double(last.active), "all")),
            Measurement("candidates given up, counted", counted("evictedCandidates"), ""),
            Measurement("reports of others, counted", counted("unmonitored"), ""),
            Measurement(
                "processor time of an advertisement", cost, "ns a report",
                yardstick: .init(name: "bare C reader", value: bare)),
            Measurement("of a core at 10,000 advertisements/s", share, "%"),
        ]
    }
}
