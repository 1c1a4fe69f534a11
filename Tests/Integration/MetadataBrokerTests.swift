import Bus
import Schema
import Store
import Support
import Testing

@Suite(
    "beacon-metadata on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled), .serialized,
    .timeLimit(.minutes(3)))
struct MetadataBrokerTests {
    private let folder = TemporaryFolder()
    private let topic = Topic.service(ServiceName("metadata")!)

    /// Waits until the service says it is ready.
    private func ready(_ anna: MetadataOperator, connection: UInt64? = nil) async throws {
        let status = try await anna.retained(topic, as: ServiceStatus.self) { $0.ready && $0.online }
        #expect(status != nil)
    }

    @Test("Beacons that were put are found, told to the nodes, and still there after kill -9; the will says it is lost")
    func killed() async throws {
        let fixture = try MetadataFixture(folder: folder.path)
        try await fixture.asOperator { anna in
            try await ready(anna)
            #expect(try await anna.put(0..<3, generation: 1).changed == 3)
            #expect(try await anna.look([2, 9]).map(\.answer) == [.found, .unknown])
            let monitored = try await anna.retained(.monitored, as: Monitored.self) { $0.revision == 1 }
            #expect(monitored?.rules.count == 3)
        }
        fixture.kill()
        try await fixture.asOperator { anna in
            let lost = try await anna.retained(.serviceLost(ServiceName("metadata")!), as: Lost.self)
            let status = try await anna.retained(topic, as: ServiceStatus.self)
            #expect(lost != nil && status != nil)
        }
        try fixture.launch()
        try await fixture.asOperator { anna in
            let status = try await anna.retained(topic, as: ServiceStatus.self) {
                $0.counters["records"] == 3 && $0.online
            }
            #expect(status != nil)
            #expect(await eventually { (try? await anna.look([1]).map(\.answer)) == [.found] })
        }
        #expect(await fixture.terminate().flatMap(ChildProcess.exitCode) == 0)
    }

    @Test("D13: a service that crashes leaves no core dump, in which its secrets would lie")
    func coreDumps() async throws {
        let fixture = try MetadataFixture(folder: folder.path)
        try await fixture.asOperator { anna in try await ready(anna) }
        let limits = try readFile("/proc/\(fixture.pid)/limits")
        let line = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") }
        #expect(line?.split(separator: " ").dropFirst(4).prefix(2) == ["0", "0"])
    }

    @Test("kill -9 at random moments of an import leaves the old registry or the new one, never a mixture")
    func killedImports() async throws {
        var random = SeededGenerator(seed: 0x1a9e)
        let fixture = try MetadataFixture(folder: folder.path)
        let count = 2_000
        try await fixture.asOperator { anna in
            try await ready(anna)
            for part in 0..<(count / 100) {
                let reply = try await anna.part(part, of: count, generation: 0, name: "first")
                #expect(reply.error == nil)
            }
        }
        var generation: Int64 = 0
        for round in 1...12 {
            let kills = Int(random.next() % 20)
            // Half of the rounds are killed between parts, half while the last part is at work.
            let atLast = round % 2 == 0
            let delay = Int(random.next() % 30)
            try await fixture.asOperator { anna in
                #expect(await eventually { (try? await anna.look([1]).map(\.answer)) == [.found] })
                let parts = count / 100
                for part in 0..<(atLast ? parts - 1 : kills) {
                    _ = try await anna.part(part, of: count, generation: round, name: "round-\(round)")
                }
                if atLast {
                    // Nobody waits for this answer: the program is killed while it works on it.
                    Task { _ = try? await anna.part(parts - 1, of: count, generation: round, name: "round-\(round)") }
                    try await Task.sleep(for: .milliseconds(delay))
                }
            }
            fixture.kill()
            try fixture.launch()
            let found = try await fixture.asOperator { anna in
                _ = await eventually { (try? await anna.look([1]).map(\.answer)) == [.found] }
                return try await anna.generations()
            }
            #expect(found.count == 1, "seed 0x1a9e, round \(round): \(found)")
            #expect(found.values.first == count)
            let now = found.keys.first ?? -1
            #expect(now == generation || (atLast && now == Int64(round)))
            generation = now
        }
    }

    @Test(
        "R9: a second instance with a folder of its own yields with 75, one with the same folder at once; the first works on"
    )
    func second() async throws {
        let fixture = try MetadataFixture(folder: folder.path, wait: "1s")
        try await fixture.asOperator { anna in try await ready(anna) }
        let same = try fixture.launch(wait: "1s", replacing: false)
        #expect(await same.ended(within: .seconds(10)).flatMap(ChildProcess.exitCode) == 75)
        let other = try fixture.launch(wait: "5s", data: "other", replacing: false)
        #expect(await other.ended(within: .seconds(20)).flatMap(ChildProcess.exitCode) == 75)
        #expect(fixture.isRunning)
        try await fixture.asOperator { anna in
            #expect(await eventually { (try? await anna.look([1]).map(\.answer)) == [.unknown] })
        }
    }

    @Test("beaconctl imports a file, reports bad rows with line and reason, and exports what it imported")
    func control() async throws {
        let fixture = try MetadataFixture(folder: folder.path)
        try await fixture.asOperator { anna in try await ready(anna) }
        let header = "uuid,major,minor,name,place_id\n"
        let rows = (0..<1_000).map { "\(MetadataOperator.uuid),1,\($0),\"Beacon, \($0)\",place-\($0)\n" }
        let good = try write("good.csv", header + rows.joined())
        #expect(try await fixture.control(["beacons", "import", good], output: folder.path + "/good.out") == 0)
        let said = try read("good.out")
        #expect(said.contains("1000 rows imported; 1000 beacons registered, revision 1."))
        let bad = try write("bad.csv", header + rows[0] + "x,1,2,,\n" + rows[1] + rows[1])
        let list = folder.path + "/bad.list"
        let code = try await fixture.control(
            ["beacons", "import", bad, "--errors", list], output: folder.path + "/bad.out")
        #expect(code == 65)
        let problems = try read("bad.list").split(separator: "\n")
        #expect(problems.count == 2)
        #expect(problems.first?.contains("bad.csv:3: uuid must be a UUID") == true)
        #expect(problems.last?.contains("bad.csv:5: the same beacon as on line 4") == true)
        #expect(try await fixture.control(["beacons", "export"], output: folder.path + "/export.jsonl") == 0)
        #expect(try read("export.jsonl").split(separator: "\n").count == 1_000)
        let again = try await fixture.control(
            ["beacons", "import", folder.path + "/export.jsonl"], output: folder.path + "/again.out")
        #expect(again == 0)
        #expect(try read("again.out").contains("revision 1."), "the same records again change nothing")
        #expect(
            try await fixture.control(["beacons", "import", "/nonexistent"], output: folder.path + "/no.out") == 66)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try AtomicFile(path: path).write(Array(text.utf8))
        return path
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try AtomicFile(path: "\(folder.path)/\(name)").read(limit: 1 << 24) ?? [], as: UTF8.self)
    }
}
