import Bus
import CYardsticks
import Glibc
import Schema
import Support

/// From an advertisement written into the scanner's source to the action on the bus, through the four services as
/// deployed and a mosquitto, beside a bare C relay over the same hops with the same commits.
enum EndToEndRow: Row {
    static let name = "end-to-end"
    static let summary = "Advertisement in to action out through all four services, beside a bare C relay."

    private static let count = 200

    static func measure() async throws -> [Measurement] {
        guard MosquittoBroker.isInstalled else { throw RowSkipped("mosquitto is not installed") }
        let ours = try await chain().sorted()
        let relay = try await relay().sorted()
        let (middle, worst) = (percentile(ours, 0.5), percentile(ours, 0.99))
        let (bareMiddle, bareWorst) = (percentile(relay, 0.5), percentile(relay, 0.99))
        return [
            Measurement(
                "advertisement to action, p50", middle, "ms", goal: .atMost(2, middle, "≤ 2 ms"),
                yardstick: .init(name: "bare C relay", value: bareMiddle)),
            Measurement(
                "advertisement to action, p99", worst, "ms", goal: .atMost(10, worst, "≤ 10 ms"),
                yardstick: .init(name: "bare C relay", value: bareWorst)),
            Measurement(
                "part of the bare C relay's p50", middle / bareMiddle, "", goal: .atMost(2, middle / bareMiddle, "≤ 2")),
        ]
    }

    private static func percentile(_ sorted: [Double], _ part: Double) -> Double {
        sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
    }

    private static func relay() async throws -> [Double] {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path, persistence: true)
        var spans = [UInt64](repeating: 0, count: count)
        let done = Int(bus_relay(Int32(broker.port), folder.path, Int32(count), &spans))
        await broker.stop()
        guard done == count else { throw RowSkipped("the C relay ended after \(done) messages") }
        return spans.map { Double($0) / 1_000_000 }
    }

    /// The latencies of the real chain, in milliseconds.
    private static func chain() async throws -> [Double] {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path, persistence: true)
        let radio = try FedRecording(path: "\(folder.path)/radio.btsnoop")
        func start(_ name: String, _ further: [String] = []) throws -> ChildProcess {
            try DeployedProgram(name).start(broker: broker.port, folder: folder.path, further)
        }
        var services = [try start("beacon-metadata"), try start("beacon-dispatch")]
        services.append(try start("beacon-scanner", ["--node", "desk", "--source", radio.path, "--speed", "1"]))
        defer { for service in services { service.kill() } }
        let node = try start("beacon-lifecycle", ["--node", "desk"])
        defer { node.kill() }
        node.pause()
        guard let site = SiteID("bench"), let desk = NodeID("desk"), let requester = Requester("op_bench"),
            let client = ClientID(kind: .operator, site: site, name: "bench")
        else { throw RowSkipped("names of this program are not valid") }
        let roots = Roots(site: site)
        let configuration = BusConfiguration(broker: broker.address, clientID: client, roots: roots, session: 1)
        return try await BusSession.with(configuration) { session in
            let revision = try await RegistryFeed.put(
                uuid: "b9f7e2c4-3a1d-4e58-8c60-5d2a7f91e0ff", major: 1, count: count + 1, session, requester)
            try await session.subscribe([Subscription(.scanner(desk), in: roots)]) { statuses in
                for try await message in statuses {
                    let status = try message.decode(ScannerStatus.self).body
                    if (status.monitored?.revision ?? 0) >= revision { break }
                }
            }
            node.resume()
            return try await session.subscribe([Subscription(.actions(.checkIn), in: roots)]) { actions in
                try await feed(radio, actions)
            }
        }
    }

    /// One beacon after the other: written, awaited. The first one shows when the run was released.
    private static func feed(_ radio: FedRecording, _ actions: MessageStream) async throws -> [Double] {
        let arrivals = actions.makeAsyncIterator()
        radio.write(beacon: 0, at: 0)
        guard try await arrivals.next() != nil else { throw RowSkipped("the session ended") }
        let released = Stopwatch.nanoseconds()
        var spans: [Double] = []
        for minor in 1...count {
            try await Task.sleep(for: .milliseconds(70))
            let start = Stopwatch.nanoseconds()
            radio.write(beacon: UInt16(minor), at: Int64(start - released) / 1_000)
            guard try await arrivals.next() != nil else { throw RowSkipped("the session ended") }
            spans.append(Double(Stopwatch.nanoseconds() - start) / 1_000_000)
        }
        return spans
    }
}
