import Bus
import Glibc
import Schema
import Support

/// Size, start, memory of each service as deployed, and what all four cost together while nothing happens.
enum ServicesRow: Row {
    static let name = "services"
    static let summary = "size, start time, memory of each service; all four idle for 60 s on one machine"

    private static let names = ["beacon-scanner", "beacon-lifecycle", "beacon-metadata", "beacon-dispatch"]
    private static let mebibyte = 1_048_576.0

    static func measure() async throws -> [Measurement] {
        let programs = try names.map { try DeployedProgram($0) }
        guard MosquittoBroker.isInstalled else { throw RowSkipped("mosquitto is not installed") }
        var rows = try programs.flatMap { program in
            let size = Double(program.size) / mebibyte
            let (start, bare) = try startMilliseconds(program)
            return [
                Measurement("\(program.name): file", size, "MiB", goal: .atMost(16, size, "≤ 16 MB")),
                Measurement(
                    "\(program.name): start and end", start, "ms", goal: .atMost(10, start, "≤ 10 ms"),
                    yardstick: Measurement.Yardstick(name: "/bin/true", value: bare)),
            ]
        }
        rows += try await idle(programs)
        return rows
    }

    /// The medians of 40 runs from spawn to exit, in turn with a program that does nothing: a busy machine slows both.
    private static func startMilliseconds(_ program: DeployedProgram) throws -> (ours: Double, bare: Double) {
        var times: [[UInt64]] = [[], []]
        for _ in 0..<40 {
            for (index, path) in [program.path, "/bin/true"].enumerated() {
                let start = Stopwatch.nanoseconds()
                let child = try ChildProcess(path, ["--version"])
                child.waitUntilEnd()
                times[index].append(Stopwatch.nanoseconds() - start)
            }
        }
        let medians = times.map { Double($0.sorted()[$0.count / 2]) / 1_000_000 }
        return (medians[0], medians[1])
    }

    /// All four with a broker, node stopped: nothing happens.
    private static func idle(_ programs: [DeployedProgram]) async throws -> [Measurement] {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        let children = try programs.map { program in
            let isOfNode = program.name == "beacon-scanner" || program.name == "beacon-lifecycle"
            return try ChildProcess(
                program.path,
                ["--site", "home", "--broker", "127.0.0.1:\(broker.port)", "--data-dir", "\(folder.path)/data"]
                    + (isOfNode ? ["--node", "kitchen"] : [])
                    + (program.name == "beacon-scanner" ? ["--source", "sim"] : []),
                environment: [
                    "BEACONBUS_METADATA_TAKEOVER_WAIT": "0s", "BEACONBUS_DISPATCH_TAKEOVER_WAIT": "0s",
                ], output: "\(folder.path)/\(program.name).log")
        }
        defer { for child in children { child.kill() } }
        try await waitUntilThere(broker)
        // What a start leaves to do is not idleness.
        try await Task.sleep(for: .seconds(5))
        let before = children.map { ProcessFigures(pid: $0.pid) }
        try await Task.sleep(for: .seconds(60))
        let after = children.map { ProcessFigures(pid: $0.pid) }
        guard children.allSatisfy(\.isRunning) else { throw RowSkipped("a service ended while it was measured") }
        return memory(programs, after) + together(before, after)
    }

    private static func memory(_ programs: [DeployedProgram], _ figures: [ProcessFigures]) -> [Measurement] {
        zip(programs, figures).flatMap { program, figures in
            let anonymous = Double(figures.anonymous) / mebibyte
            let resident = Double(figures.resident) / mebibyte
            return [
                Measurement(
                    "\(program.name): anonymous memory", anonymous, "MiB", goal: .atMost(6, anonymous, "≤ 6 MB")),
                Measurement(
                    "\(program.name): resident memory", resident, "MiB", goal: .atMost(24, resident, "≤ 24 MB")),
            ]
        }
    }

    private static func together(_ before: [ProcessFigures], _ after: [ProcessFigures]) -> [Measurement] {
        let proportional = after.reduce(0) { $0 + Double($1.proportional) } / mebibyte
        let seconds = zip(before, after).reduce(0) { $0 + $1.1.seconds - $1.0.seconds }
        let share = seconds / 60 * 100
        let written = zip(before, after).reduce(0) { $0 + $1.1.written - $1.0.written }
        return [
            Measurement(
                "all four idle: proportional memory", proportional, "MiB", goal: .atMost(60, proportional, "≤ 60 MB")),
            Measurement("all four idle: of a core", share, "%", goal: .atMost(1, share, "≤ 1 %")),
            Measurement(
                "all four idle: written in 60 s", Double(written), "bytes",
                goal: .atMost(0, Double(written), "nothing")),
        ]
    }

    /// Waits until each of the four has said what it is.
    private static func waitUntilThere(_ broker: MosquittoBroker) async throws {
        guard let site = SiteID("home"), let node = NodeID("kitchen"), let metadata = ServiceName("metadata"),
            let dispatch = ServiceName("dispatch"),
            let clientID = ClientID(kind: .operator, site: site, name: "benchmark")
        else { throw RowSkipped("names of this program are not valid") }
        let roots = Roots(site: site)
        let topics: Set<Topic> = [.scanner(node), .nodeState(node), .service(metadata), .service(dispatch)]
        let configuration = BusConfiguration(
            broker: broker.address, clientID: clientID, roots: roots, session: 1)
        let isThere = try await BusSession.with(configuration) { session in
            try await withThrowingTaskGroup(of: Bool.self) { group in
                group.addTask {
                    let filters = topics.map { Subscription(raw: $0.path(in: roots)) }
                    return try await session.subscribe(filters) { stream in
                        var missing = topics
                        for try await message in stream {
                            if let topic = message.topic { missing.remove(topic) }
                            if missing.isEmpty { return true }
                        }
                        return false
                    }
                }
                group.addTask {
                    try await Task.sleep(for: .seconds(30))
                    return false
                }
                defer { group.cancelAll() }
                return try await group.next() ?? false
            }
        }
        if !isThere { throw RowSkipped("not every service was there within 30 s") }
    }
}
