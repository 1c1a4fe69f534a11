import Bus
import Schema
import Support
import Synchronization
import Testing

/// The real scanner with a controller that nobody here wrote.
@Suite(
    "A controller on a byte stream", .serialized,
    .enabled(
        if: MosquittoBroker.isInstalled && VirtualController.isInstalled,
        "needs mosquitto, and bumble from PyPI (deploy/setup --tests)"))
struct VirtualControllerTests {
    private static let count = 12

    @Test(
        "H4, R5, D12: all its advertisers become active, and inactive when they stop; its loss is named, its return told",
        arguments: VirtualController.Kind.allCases)
    func life(kind: VirtualController.Kind) async throws {
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        try writeFile("\(folder.path)/scanner.yaml", "scanner: {tracker: {timeout: 2s}, readings: {interval: 0s}}\n")
        let controller = try await VirtualController(kind, advertisers: Self.count, folder: folder.path)
        let fixture = ScannerBrokerTests()
        try await fixture.withCollector(broker) { shared in
            func beacons(_ event: BeaconEvent) -> Set<BeaconID> {
                shared.store.withLock { store in
                    Set(store.entries.values.lazy.filter { $0.kind == event }.map(\.beacon))
                }
            }
            func status() -> ScannerStatus? { shared.store.withLock { $0.status } }
            let source = "h4:127.0.0.1:\(controller.port)"
            let scanner = ScannerFixture(broker.address, folder: folder.path, ["--source", source])
            try scanner.launch()
            try await fixture.begin(broker.address)
            #expect(await eventually { beacons(.active).count == Self.count })
            #expect(
                await eventually {
                    status()?.active == Int64(Self.count) && status()?.state == .running
                        && status()?.sources.map(\.state) == [.scanning] && status()?.adapter?.state == .ready
                })
            #expect(status()?.sources.map(\.name) == [source])
            #expect(beacons(.inactive).isEmpty)

            try controller.silence()
            #expect(await eventually { beacons(.inactive) == beacons(.active) })
            // A controller around which it is quiet goes on.
            #expect(await eventually { status()?.active == 0 && status()?.state == .running })
            #expect(status()?.sources.first?.error == nil)

            controller.kill()
            #expect(await eventually { status()?.state == .failed && status()?.error?.code == .adapterMissing })
            #expect(status()?.scanning == false && status()?.sources.map(\.state) == [.failed])
            #expect(await eventually { status()?.adapter?.state != .ready })
            let another = try await VirtualController(
                kind, advertisers: 1, port: controller.port, folder: folder.path)
            #expect(await eventually { status()?.adapter?.state == .ready })
            #expect(shared.store.withLock { $0.contradictions } == 0)
            #expect(await scanner.terminate().flatMap(ChildProcess.exitCode) == 0)
            another.kill()
        }
    }

    @Test("H4: what answers nonsense, and what is not there, are failures with their own codes")
    func refused() async throws {
        let folder = TemporaryFolder()
        func dryRun(_ source: String) async throws -> String {
            let log = "\(folder.path)/dry-\(UInt32.random(in: 0 ... .max)).log"
            let child = try ChildProcess(
                BuiltProgram.path("beacon-scanner"), ["--dry-run", "--source", source], output: log)
            let status = await child.ended(within: .seconds(60))
            #expect(status.flatMap(ChildProcess.exitCode) != 0)
            return try readFile(log)
        }
        #expect(try await dryRun("h4:127.0.0.1:\(LoopbackPort.free())").contains("adapterMissing"))
        #expect(try await dryRun("h4:\(folder.path)/no-line@115200").contains("adapterMissing"))
        #expect(try await dryRun("h4:/dev/null@115200").contains("adapterUnsupported"))
    }
}
