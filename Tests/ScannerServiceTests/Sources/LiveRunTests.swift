import Adapters
import Schema
import Support
import Testing
import Tracking

@testable import ScannerService

/// The radio thread's work with live sources, without the thread.
@Suite struct LiveRunTests {
    /// A loop with such sources, and what it told.
    private final class Bench {
        let sources: [ScriptedLive]
        /// One for each source.
        let watches: [ScriptedWatch]
        var watch: ScriptedWatch { watches[0] }
        private(set) var outputs: [RadioOutput] = []
        private(set) var loop: RadioLoop!
        var now = Instant(nanoseconds: 1_000_000_000_000)

        init(_ names: String...) {
            sources = names.map { ScriptedLive($0) }
            watches = names.map { _ in ScriptedWatch() }
            var settings = RadioSettings(makeSource: { ScriptedSource([]) }, pace: .recorded)
            settings.makeLive = { [sources] in sources }
            settings.makeWatch = { [watches] place, cause in
                watches[place].cause = cause
                return watches[place]
            }
            settings.monitored = MonitoredSet(
                formats: [.iBeacon], rules: [MonitoredRule(.uuid(ScriptedSource.uuid), registered: true)])
            loop = RadioLoop(settings, random: SeededGenerator(seed: 1)) { [unowned self] in outputs.append($0) }
        }

        @discardableResult
        func step() -> RadioLoop.Next { loop.step(at: now) }

        /// What was told since the last look, one word each.
        func take() -> [String] {
            defer { outputs = [] }
            return outputs.map { output in
                switch output {
                case .opened: "opened"
                case .refused(_, _, _, let error): "refused \(error.code)"
                case .sources(_, let reports, let adapter):
                    "sources " + reports.map { "\($0.state)" }.joined(separator: ",")
                        + (adapter.map { " \($0.state)" } ?? "")
                case .pass: "pass"
                case .ended(_, _, let error): "ended \(error.map { "\($0.code)" } ?? "well")"
                case .discovered: "discovered"
                case .counted: "counted"
                case .closed: "closed"
                }
            }
        }

        var events: [TrackerEvent] {
            outputs.flatMap { output -> [TrackerEvent] in
                guard case .pass(_, let pass) = output else { return [] }
                return pass.events
            }
        }

        func open() {
            loop.handle(.open(token: 1), at: now)
            for source in sources { source.condition.state = .scanning }
            step()
        }

        func begin() { loop.handle(.begin(token: 1, saved: [], cause: .restarted), at: now) }
    }

    @Test("H4: sources are open when the first of them really scans, not before")
    func opens() {
        let bench = Bench("a", "b")
        bench.loop.handle(.open(token: 1), at: bench.now)
        bench.step()
        #expect(!bench.take().contains("opened") && bench.sources.map(\.begun) == [1, 1])
        bench.begin()
        #expect(bench.take().isEmpty)
        bench.sources[1].condition.state = .scanning
        bench.step()
        #expect(bench.take() == ["opened"])
        bench.sources[0].condition.state = .scanning
        bench.step()
        #expect(bench.take() == ["sources scanning,scanning"])
    }

    @Test("H5: what is heard before the release is not tracked; what comes after it is")
    func release() {
        let bench = Bench("a")
        bench.sources[0].waiting = [1, 1, 1]
        bench.open()
        #expect(bench.sources[0].waiting?.isEmpty == true)
        bench.begin()
        bench.step()
        #expect(bench.events.isEmpty)
        bench.sources[0].waiting = [2, 2]
        bench.step()
        #expect(bench.events.map(\.kind) == [.active])
        #expect(bench.events.first?.beacon.identity == ScriptedSource.beacon(2))
    }

    @Test("D6: an opening that fails names the one cause, or all of them")
    func refused() throws {
        let one = Bench("a")
        one.loop.handle(.open(token: 1), at: one.now)
        one.sources[0].fail(.adapterBlocked)
        one.step()
        #expect(one.take() == ["refused adapterBlocked"] && one.sources[0].ended == 1)

        let two = Bench("a", "b")
        two.loop.handle(.open(token: 1), at: two.now)
        two.sources[0].fail(.adapterOff)
        two.step()
        #expect(!two.take().contains { $0.hasPrefix("refused") })
        two.sources[1].fail(.adapterMissing)
        two.step()
        guard case .refused(1, let reports, _, let error)? = two.outputs.last else {
            Issue.record("not refused")
            return
        }
        #expect(error.causes.map(\.code) == [.adapterOff, .adapterMissing] && error.code == .adapterOff)
        #expect(reports.map(\.error?.code) == [.adapterOff, .adapterMissing])
        #expect(two.sources.allSatisfy { $0.ended >= 1 })
    }

    @Test("R4: one of several sources may fail while the run goes on; the last one ends it")
    func loses() {
        let bench = Bench("a", "b")
        bench.open()
        bench.begin()
        bench.step()
        _ = bench.take()
        bench.sources[0].fail(.adapterOff)
        bench.step()
        #expect(bench.take() == ["sources failed,scanning"])
        let served = bench.sources[0].served
        bench.sources[1].waiting = [3, 3]
        bench.step()
        #expect(bench.events.map(\.kind) == [.active] && bench.sources[0].served == served)
        _ = bench.take()
        bench.sources[1].fail(.adapterMissing)
        bench.step()
        #expect(bench.take() == ["sources failed,failed", "pass", "ended adapterOff"])
        #expect(bench.sources.allSatisfy { $0.ended >= 1 })
    }

    @Test("R4: a source that fails before its release ends the opening")
    func losesBeforeRelease() {
        let bench = Bench("a")
        bench.open()
        _ = bench.take()
        bench.sources[0].fail(.adapterMissing)
        bench.step()
        #expect(bench.take() == ["sources failed", "ended adapterMissing"])
    }

    @Test("R18: a flood does not keep commands waiting, and a pass is bounded")
    func flood() {
        let bench = Bench("a")
        bench.open()
        bench.begin()
        bench.sources[0].waiting = nil
        for _ in 0..<10 { #expect(bench.step() == .again) }
        // What was taken before the release counts with the source, too.
        #expect(bench.sources[0].counters.reports == 5_120)
        bench.loop.handle(.close(token: 1), at: bench.now)
        #expect(bench.take().last == "closed")
        #expect(bench.sources[0].ended == 1 && bench.step() == .idle)
    }

    @Test("H14: after a loss it is looked whether the adapter is there again, until the next command")
    func watches() {
        let bench = Bench("a")
        bench.open()
        bench.sources[0].fail(.adapterMissing)
        bench.step()
        _ = bench.take()
        #expect(bench.step() != .again && bench.watch.looks == 1)
        #expect(bench.take().isEmpty)
        bench.watch.report = AdapterReport(name: "a", state: .ready)
        bench.step()
        bench.step()
        #expect(bench.take() == ["sources failed ready"])
        let looks = bench.watch.looks
        bench.loop.handle(.open(token: 2), at: bench.now)
        bench.step()
        #expect(bench.watch.looks == looks)
        // Not after what no adapter's return can repair.
        let other = Bench("a")
        other.open()
        other.sources[0].fail(.capabilityMissing)
        other.step()
        #expect(other.step() == .idle && other.watch.looks == 0)
    }

    @Test("H14, R6: of several sources each whose adapter may return is looked for, and any one of them will do")
    func watchesAll() {
        let bench = Bench("a", "b", "c")
        bench.loop.handle(.open(token: 1), at: bench.now)
        for (source, code) in zip(bench.sources, [.adapterUnsupported, .adapterOff, .adapterBusy] as [ErrorCode]) {
            source.fail(code)
        }
        bench.step()
        #expect(bench.take().last == "refused adapterOff")
        bench.watches[1].report = AdapterReport(name: "b", state: .off)
        #expect(bench.step() != .idle)
        #expect(bench.watches.map(\.cause) == [nil, .adapterOff, .adapterBusy])
        #expect(bench.watches.map(\.looks) == [0, 1, 1])
        _ = bench.take()
        bench.watches[2].report = AdapterReport(name: "c", state: .ready)
        bench.step()
        bench.step()
        #expect(bench.take() == ["sources failed,failed,failed ready"])
        bench.loop.handle(.close(token: 1), at: bench.now)
        #expect(bench.step() == .idle)
    }

    @Test("H14: after the last of several was lost, those lost before it are looked for too")
    func watchesLost() {
        let bench = Bench("a", "b")
        bench.open()
        bench.begin()
        bench.sources[0].fail(.adapterMissing)
        bench.step()
        bench.sources[1].fail(.scannerSilent)
        bench.step()
        #expect(bench.take().last == "ended adapterMissing")
        bench.watches[0].report = AdapterReport(name: "a", state: .ready)
        bench.step()
        #expect(bench.take() == ["sources failed,failed ready"] && bench.watches[1].looks == 0)
    }

    @Test(
        "H16, D6: of several failures the one that may pass is the error, and its text names them all",
        arguments: [
            ([.adapterUnsupported, .adapterMissing], .adapterMissing),
            ([.sourceUnreadable, .capabilityMissing, .scannerSilent], .scannerSilent),
            ([.scannerSilent, .adapterFailed, .adapterOff], .adapterFailed),
            ([.adapterUnsupported, .capabilityMissing], .capabilityMissing),
            ([.adapterUnsupported, .sourceEnded], .adapterUnsupported),
        ] as [([ErrorCode], ErrorCode)])
    func leading(codes: [ErrorCode], leading: ErrorCode) throws {
        let sources = codes.indices.map { ScriptedLive("source-\($0)") }
        let group = LiveGroup(sources)
        for (source, code) in zip(sources, codes) { source.fail(code) }
        _ = group.service(at: .zero, limit: 1) { _ in }
        let failure = try #require(group.failure)
        #expect(failure.code == leading && failure.retryable == leading.isRetryable)
        #expect(failure.causes.map(\.code) == codes)
        for (index, code) in codes.enumerated() {
            #expect(failure.reason.contains("source-\(index) (\(code)): as the"))
        }
    }

    @Test("R12: the text of as many failures as there can be names each, however long their reasons are")
    func bounded() throws {
        let sources = (0..<SourceText.mostLive).map { ScriptedLive("h4:[fe80::\($0)]:6402") }
        let group = LiveGroup(sources)
        for source in sources {
            source.condition = LiveCondition(
                state: .failed,
                error: BeaconBusError(
                    .adapterMissing, reason: String(repeating: "x", count: 4_000), suggestion: "None."))
        }
        _ = group.service(at: .zero, limit: 1) { _ in }
        let reason = try #require(group.failure?.reason)
        #expect(reason.utf8.count <= BeaconBusError.maximumReason && !reason.hasSuffix("…"))
        for source in sources { #expect(reason.contains("\(source.name) (adapterMissing): xxx")) }
    }

    @Test("R18: a source that fails without saying why is a failure all the same")
    func unexplained() {
        let bench = Bench("a")
        bench.loop.handle(.open(token: 1), at: bench.now)
        bench.sources[0].condition = LiveCondition(state: .failed)
        bench.step()
        #expect(bench.take().last == "refused adapterFailed")
    }

    @Test("R6: the adapter that is told is that of a source that scans, not of one that has failed before it")
    func toldAdapter() {
        let sources = [ScriptedLive("a"), ScriptedLive("b")]
        let group = LiveGroup(sources)
        sources[0].condition.adapter = AdapterReport(name: "a", state: .missing)
        sources[0].fail(.adapterMissing)
        sources[1].condition.adapter = AdapterReport(name: "b", state: .ready)
        _ = group.service(at: .zero, limit: 1) { _ in }
        #expect(group.adapter?.name == "b")
        sources[1].condition.state = .scanning
        _ = group.service(at: .zero, limit: 1) { _ in }
        #expect(group.adapter?.name == "b")
        sources[1].fail(.adapterUnsupported)
        _ = group.service(at: .zero, limit: 1) { _ in }
        #expect(group.adapter?.name == "a")
    }
}
