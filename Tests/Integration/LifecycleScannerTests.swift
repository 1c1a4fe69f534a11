import Bus
import Schema
import Support
import Testing

@Suite(
    "beacon-lifecycle and beacon-scanner on a real mosquitto", .enabled(if: MosquittoBroker.isInstalled),
    .timeLimit(.minutes(3)), .serialized)
struct LifecycleScannerTests {
    private let folder = TemporaryFolder()

    @Test("H4, H5: started comes while the scanner scans, and no batch of a run comes before it")
    func order() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await NodeFixture.with(broker.address, folder: folder.path) { node in
            try node.launch(.scanner)
            try node.launch(.lifecycle)
            #expect(await eventually { node.scannerStatus != nil && node.state?.state == .idle })
            for round in 1...3 {
                let outcome = try await node.command(.start, StartCommand())
                #expect(outcome.outcome == .started)
                // Beacons that are active already, after a long first round, go on silently: then only readings come.
                let isHeard = { (topic: String) in
                    ["/beacons/active", "/beacons/inactive", "/beacons/readings"].contains { topic.hasSuffix($0) }
                }
                #expect(await eventually { node.place(isHeard) != nil })
                let first = try #require(node.place(isHeard))
                let started = try #require(node.place { $0.hasSuffix("/events/started") })
                #expect(started < first, "round \(round)")
                let stopped = try await node.command(.stop, StopCommand())
                #expect(stopped.outcome == .stopped && stopped.error == nil)
                #expect(await eventually { node.scannerStatus?.run == nil })
                node.forget()
            }
        }
    }

    @Test("A scanner killed while it scans takes its run up again; the node stays running, with a warning")
    func scannerKilled() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await NodeFixture.with(broker.address, folder: folder.path) { node in
            try node.launch(.scanner)
            try node.launch(.lifecycle, ["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil && node.scannerStatus?.released == true })
            let run = node.state?.run
            node.kill(.scanner)
            #expect(await eventually { node.events("warning") == 1 })
            try node.launch(.scanner)
            #expect(await eventually { node.scannerSession > 1 && node.scannerStatus?.scanning == true })
            #expect(node.scannerStatus?.run == run)
            #expect(node.state?.state == .running && node.state?.run == run)
            #expect(node.events("stopped") == 0 && node.events("started") == 1)
        }
    }

    @Test("Both killed at once: the node goes on where it was, without an event")
    func bothKilled() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await NodeFixture.with(broker.address, folder: folder.path) { node in
            try node.launch(.scanner)
            try node.launch(.lifecycle, ["--policy", "automatic"])
            #expect(await eventually { node.state?.announced != nil && node.scannerStatus?.released == true })
            let run = node.state?.run
            node.kill(.lifecycle)
            node.kill(.scanner)
            let before = node.published("/state")
            try node.launch(.lifecycle, ["--policy", "automatic"])
            try node.launch(.scanner)
            #expect(await eventually { node.published("/state") > before && node.scannerSession > 1 })
            #expect(await eventually { node.scannerStatus?.scanning == true && node.scannerStatus?.run == run })
            #expect(node.state?.run == run && node.state?.state == .running)
            #expect(node.events("stopped") == 0)
        }
    }

    @Test("H8: a source that cannot be opened fails the start with its error")
    func unreadable() async throws {
        let broker = try MosquittoBroker(folder: folder.path)
        try await NodeFixture.with(broker.address, folder: folder.path) { node in
            try node.launch(.scanner, ["--source", "\(folder.path)/nothing.btsnoop"])
            try node.launch(.lifecycle)
            #expect(await eventually { node.scannerStatus != nil && node.state?.state == .idle })
            let outcome = try await node.command(.start, StartCommand())
            #expect(outcome.outcome == .startFailed && outcome.error?.code == .sourceUnreadable)
            #expect(await eventually { node.state?.state == .idle && node.state?.readyArmed == true })
        }
    }
}
