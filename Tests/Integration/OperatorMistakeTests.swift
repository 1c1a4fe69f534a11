import Bus
import Glibc
import Schema
import Store
import Support
import Testing

/// What somebody sees who configured something wrongly, or whose disk is in trouble: the thing, the reason, the remedy,
/// and an exit code a service manager can act on.
@Suite("Mistakes and broken disks", .enabled(if: MosquittoBroker.isInstalled), .timeLimit(.minutes(3)), .serialized)
struct OperatorMistakeTests {
    static let services = ["beacon-lifecycle", "beacon-scanner", "beacon-metadata", "beacon-dispatch"]
    private let folder = TemporaryFolder()

    @Test("Wrong values and unknown keys are all named, with file and line, and end with 78", arguments: services)
    func configuration(_ service: String) async throws {
        let section = service.dropFirst("beacon-".count)
        let text = "site:\n  id: Home!\n  colour: red\n\(section):\n  nonsense: 3\n"
        try AtomicFile(path: "\(folder.path)/beaconbus.yaml").write(Array(text.utf8))
        let end = try await run(service, ["--config", "\(folder.path)/beaconbus.yaml", "--check-config"])
        #expect(end.code == 78)
        for part in [
            "beaconbus.yaml:2: site.id", "beaconbus.yaml:3: site.colour", "beaconbus.yaml:5: \(section).nonsense",
        ] {
            #expect(end.text.contains(part), "\(part) in \(end.text)")
        }
    }

    @Test(
        "R17: a broker on another machine without TLS is refused with the remedy, and ends with 78", arguments: services
    )
    func plainText(_ service: String) async throws {
        let end = try await run(service, ["--broker", "192.0.2.1:1883", "--data-dir", "\(folder.path)/data"])
        #expect(end.code == 78)
        #expect(end.text.contains("broker.authorityFile") && end.text.contains("192.0.2.1"))
    }

    @Test("A data folder that cannot be made is named, and ends with 74", arguments: services)
    func noFolder(_ service: String) async throws {
        try AtomicFile(path: "\(folder.path)/file").write([1])
        let end = try await run(service, ["--data-dir", "\(folder.path)/file/data"])
        #expect(end.code == 74)
        #expect(end.text.contains("\(folder.path)/file"))
    }

    @Test("A full disk is named at the start, with the remedy, and ends with 74", arguments: services)
    func fullDisk(_ service: String) async throws {
        guard let disk = SmallDisk(at: "\(folder.path)/disk", bytes: 65_536) else { return }
        disk.fill()
        let end = try await run(service, ["--data-dir", "\(disk.path)/data"])
        #expect(end.code == 74)
        #expect(end.text.contains("storeFull") && end.text.contains("Free space"))
    }

    @Test("A session file full of junk does not keep a service from coming up", arguments: services)
    func junkSession(_ service: String) async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        let section = String(service.dropFirst("beacon-".count))
        try AtomicFile(path: "\(folder.path)/data/\(section)/session").write([UInt8](repeating: 0xfe, count: 5_000))
        let child = try launch(service, ["--broker", "127.0.0.1:\(broker.port)", "--data-dir", "\(folder.path)/data"])
        defer { child.kill() }
        let session = SessionFile(path: "\(folder.path)/data/\(section)/session")
        #expect(await eventually { (try? session.stored()) ?? nil != nil })
        #expect(child.isRunning)
    }

    @Test("A running node on a disk that fills up says so, obeys, and stores again when there is room")
    func fillsUp() async throws {
        guard let disk = SmallDisk(at: "\(folder.path)/disk", bytes: 4 << 20) else { return }
        mkdir("\(folder.path)/broker", 0o700)
        let broker = try MosquittoBroker(folder: "\(folder.path)/broker")
        try await LifecycleFixture.with(broker.address, folder: disk.path) { node, _ in
            try node.launch(["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil })
            disk.fill()
            try await BusSession.with(BusFixture.plain(broker.address, "anna")) { session in
                let outcome = try await session.request(
                    .nodeCommand(node.kitchen, .stop, Requester(kind: .operator, name: "anna")!), StopCommand(),
                    as: CommandOutcome.self, timeout: .seconds(20))
                #expect(outcome.outcome == .stopped)
            }
            #expect(await eventually { node.count("warning") > 0 })
            disk.empty()
            let file = AtomicFile(path: "\(disk.path)/data/lifecycle/state.json")
            #expect(
                await eventually {
                    let text = String(decoding: (try? file.read()) ?? [], as: UTF8.self)
                    return text.contains(#""state":"idle""#)
                })
        }
    }

    // MARK: Running

    private func launch(_ service: String, _ arguments: [String]) throws -> ChildProcess {
        let needsNode = service == "beacon-lifecycle" || service == "beacon-scanner"
        let node = needsNode ? ["--node", "kitchen"] : []
        let source = service == "beacon-scanner" ? ["--source", "sim"] : []
        return try ChildProcess(
            BuiltProgram.path(service), node + source + arguments, output: "\(folder.path)/\(service).log")
    }

    /// Runs a service that is expected to end by itself.
    private func run(_ service: String, _ arguments: [String]) async throws -> (code: Int32?, text: String) {
        let child = try launch(service, arguments)
        let status = await child.ended(within: .seconds(15))
        child.kill()
        let bytes = try AtomicFile(path: "\(folder.path)/\(service).log").read() ?? []
        return (status.flatMap { ChildProcess.exitCode($0) }, String(decoding: bytes, as: UTF8.self))
    }
}

/// A file system of its own in memory, which can be filled to the last block. Needs the right to mount.
private final class SmallDisk {
    let path: String

    /// Nil where nothing can be mounted.
    init?(at path: String, bytes: Int) {
        self.path = path
        mkdir(path, 0o700)
        guard mount("tmpfs", path, "tmpfs", 0, "size=\(bytes)") == 0 else { return nil }
    }

    deinit {
        umount2(path, Int32(MNT_DETACH))
    }

    func fill() {
        let descriptor = open("\(path)/fill", O_WRONLY | O_CREAT, 0o600)
        let block = [UInt8](repeating: 1, count: 4_096)
        while write(descriptor, block, block.count) > 0 {}
        close(descriptor)
    }

    func empty() {
        unlink("\(path)/fill")
    }
}
