import FoundationEssentials
import Glibc
import Schema
import Support
import Testing

@Suite("Everything together", .timeLimit(.minutes(3)), .serialized)
struct UpTests {
    /// The root of the repository.
    static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    /// Starts `up` with a plain broker unless it is to be `closed`; what it prints goes to `output`. It hears the simulated
    /// site where no input is given, also on a machine that has a Bluetooth adapter.
    static func start(
        _ arguments: [String], closed: Bool = false, profiles: String = "\(root)/deploy/mosquitto", output: String
    ) throws -> ChildProcess {
        try ChildProcess(
            BuiltProgram.path("beaconctl"),
            [
                "up", "--json", "--broker-profiles", profiles, "--examples",
                "\(root)/deploy/examples/registrations.json",
            ] + (arguments.contains("--input") ? [] : ["--input", "sim"]) + (closed ? [] : ["--open"]) + arguments,
            output: output)
    }

    /// What was printed, for messages of failed expectations.
    static func text(_ output: String) -> String { (try? readFile(output)) ?? "" }

    /// The JSON lines that were printed.
    static func lines(_ output: String) throws -> [JSONValue] {
        try readFile(output).split(separator: "\n").compactMap { try? JSONValue.parse(Array($0.utf8)) }
    }

    static func summary(_ output: String) throws -> JSONValue {
        try #require(try lines(output).compactMap { $0["summary"] }.last, "\(Self.text(output))")
    }

    /// A recording (btsnoop, type 1002) of one iBeacon, heard `count` times, 500 ms apart.
    static func recording(count: Int) -> [UInt8] {
        func bigEndian<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        let uuid: [UInt8] = (0..<16).map { 0xa0 + $0 }
        let data: [UInt8] = [2, 1, 6, 26, 0xff, 0x4c, 0, 2, 21] + uuid + [0, 1, 0, 2, 0xc5]
        let report: [UInt8] = [2, 1, 0, 1, 1, 2, 3, 4, 5, 0xc6, UInt8(data.count)] + data + [0xc4]
        let packet: [UInt8] = [4, 0x3e, UInt8(report.count)] + report
        var file = Array("btsnoop".utf8) + [0] + bigEndian(UInt32(1)) + bigEndian(UInt32(1002))
        for index in 0..<count {
            let length = bigEndian(UInt32(packet.count))
            let time = 0x00dc_ddb3_0f2f_8000 + Int64(1_700_000_000_000_000) + Int64(index) * 500_000
            file += length + length + bigEndian(UInt32(3)) + bigEndian(UInt32(0)) + bigEndian(time) + packet
        }
        return file
    }

    static func write(_ bytes: [UInt8], to path: String) throws {
        try Data(bytes).write(to: URL(filePath: path))
    }

    @Test("A recording goes from radio to its action, once, and nothing is left running")
    func recordingToAction() async throws {
        let folder = TemporaryFolder()
        let output = "\(folder.path)/out"
        try Self.write(Self.recording(count: 6), to: "\(folder.path)/one.btsnoop")
        try writeFile(
            "\(folder.path)/register.csv",
            "uuid,major,minor,name,place_id\na0a1a2a3-a4a5-a6a7-a8a9-aaabacadaeaf,1,2,Desk,lobby\n")
        let up = try Self.start(
            [
                "--input", "\(folder.path)/one.btsnoop", "--speed", "max", "--exit-when-done", "--register",
                "\(folder.path)/register.csv", "--data-dir", "\(folder.path)/data",
            ], output: output)
        let status = try #require(await up.ended(within: .seconds(120)), "\(Self.text(output))")
        #expect(ChildProcess.exitCode(status) == 0, "\(Self.text(output))")
        let summary = try Self.summary(output)
        #expect(summary["reports"] == 6 && summary["advertisers"] == 1 && summary["beacons"] == 1)
        #expect(summary["active"] == 1 && summary["inactive"] == 1)
        #expect(summary["lookups"] == 1 && summary["outcomes"]?["done"] == 1 && summary["actions"]?["checkIn"] == 1)
        let actions = try Self.lines(output).filter { $0["event"] == "action" }
        #expect(actions.count == 1)
        #expect(actions.first?["detail"]?.stringValue?.contains("Desk") == true)
        #expect(try readFile("\(folder.path)/data/children").isEmpty, "no child is left")
    }

    @Test("Ctrl-C ends the simulated site in reverse order of starting, with exit code 0 and a summary")
    func interrupted() async throws {
        let folder = TemporaryFolder()
        let output = "\(folder.path)/out"
        let up = try Self.start(["--data-dir", "\(folder.path)/data"], output: output)
        let acted = await eventually(within: .seconds(90)) {
            let kinds = (try? Self.lines(output).compactMap { $0["event"]?.stringValue }) ?? []
            return kinds.count { $0 == "action" } >= 4
        }
        #expect(acted, "\(Self.text(output))")
        // A second one must not get into the same folder.
        let second = "\(folder.path)/second"
        let other = try Self.start(["--data-dir", "\(folder.path)/data"], output: second)
        let refused = await other.ended(within: .seconds(30))
        #expect(refused.flatMap { ChildProcess.exitCode($0) } == 75)
        #expect(try readFile(second).contains("process \(up.pid) holds \(folder.path)/data/lock"))
        up.send(SIGINT)
        let status = try #require(await up.ended(within: .seconds(60)))
        #expect(ChildProcess.exitCode(status) == 0)
        let stops = try Self.lines(output).compactMap { $0["subject"]?.stringValue }.filter {
            $0.hasPrefix("stopping ")
        }
        #expect(stops == ["lifecycle", "scanner", "dispatch", "metadata", "broker"].map { "stopping \($0)" })
        #expect(try Self.summary(output)["actions"]?["showAsset"] == 1)
    }

    @Test("A mistake is told before anything is started")
    func mistakes() async throws {
        let folder = TemporaryFolder()
        let output = "\(folder.path)/out"
        let missing = try Self.start(["--input", "/nonexistent.btsnoop"], output: output)
        let ended = await missing.ended(within: .seconds(30))
        #expect(ended.flatMap { ChildProcess.exitCode($0) } == 66)
        #expect(
            try readFile(output)
                == "beaconctl: The file /nonexistent.btsnoop cannot be read: No such file or directory.\n")
    }

    @Test("The example configuration has every key as the programs know it, and every program accepts it")
    func exampleConfiguration() async throws {
        let folder = TemporaryFolder()
        let beside = BuiltProgram.path("beaconctl")
        let programs = String(beside[..<(beside.lastIndex(of: "/") ?? beside.startIndex)])
        let generated = try await runTool("\(Self.root)/deploy/examples/generate", [programs], in: folder.path)
        let example = "\(Self.root)/deploy/examples/beaconbus.yaml"
        #expect(
            try readFile(example) == generated,
            "run: deploy/examples/generate > deploy/examples/beaconbus.yaml")
        for program in ["scanner", "lifecycle", "metadata", "dispatch"] {
            let answer = try await runTool(
                BuiltProgram.path("beacon-\(program)"), ["--config", example, "--check-config"], in: folder.path)
            #expect(answer == "The configuration is good.\n")
        }
    }
}
