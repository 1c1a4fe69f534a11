import Bluetooth
import Glibc
import Schema
import ServiceKit
import Tracking

/// `--dry-run`: batches as JSON lines, without a broker and without a trace on the disk.
///
/// The journal's id is made at start and its numbers are counted in memory; otherwise a line is what subscribers would get.
struct DryRun {
    private let settings: RadioSettings
    private let frame: BatchFrame
    private let writer = BatchWriter()
    private let runID: RunID
    private let output: StandardStream
    private var numbers = ActivationNumbers()
    private var counter: Int64 = 0
    private var entry: Int64 = 0
    private var totals = ScannerTotals()
    private var statistics = RadioStatistics()
    private var sequence: UInt64 = 0

    /// The summary, one sentence a line.
    private(set) var summary = ""

    init(_ settings: RadioSettings, node: NodeID, run: RunID, output: StandardStream) {
        self.settings = settings
        self.output = output
        var random = SystemRandomNumberGenerator()
        frame = BatchFrame(node: node, journal: .random(using: &random))
        runID = run
    }

    /// Runs to the end of the source, or until nobody reads the lines any more; throws what broke the source.
    mutating func run() throws(BeaconBusError) {
        var outputs: [RadioOutput] = []
        let loop = RadioLoop(settings) { outputs.append($0) }
        loop.handle(.open(token: 1), at: .now())
        var failure: BeaconBusError?
        var isOver = false
        // Live sources take their time to open.
        while true {
            if case .refused(_, _, _, let error) = outputs.last { throw error }
            if outputs.contains(where: { if case .opened = $0 { true } else { false } }) { break }
            Self.wait(loop, loop.step(at: .now()))
        }
        outputs.removeAll()
        loop.handle(.begin(token: 1, saved: [], cause: .restarted), at: .now())
        while !isOver {
            let next = loop.step(at: .now())
            for output in outputs {
                switch output {
                case .pass(_, let pass): isOver = !print(pass) || isOver
                case .ended(_, let figures, let error):
                    statistics = figures
                    failure = error
                    isOver = true
                default: break
                }
            }
            outputs.removeAll()
            Self.wait(loop, next)
        }
        summarise()
        if let failure { throw failure }
    }

    private mutating func print(_ pass: RadioPass) -> Bool {
        statistics = pass.statistics
        var items: [Batcher.Item] = []
        for event in pass.events {
            if event.kind == .active {
                counter += 1
                numbers.assign(counter, to: event.beacon.activation)
            }
            guard let number = numbers.counter(event.beacon.activation) else { continue }
            if event.kind != .changed { entry += 1 }
            if event.kind == .inactive { numbers.end(event.beacon.activation) }
            count(event)
            items.append(Batcher.Item(event: event, activation: number, entry: event.kind == .changed ? nil : entry))
        }
        for batch in Batcher.batches(of: items) {
            let entries = batch.items.compactMap { item in
                frame.activation(item.activation).map { activation in
                    BatchEntry(
                        EntryRecord(item.event, run: nil), activation: activation, entry: item.entry, elapsed: 0,
                        before: batch.kind == .changed ? item.event.before : nil)
                }
            }
            var isRead = true
            frame.write(entries, kind: BatchKind(batch.kind), run: runID, oldest: 1, with: writer) { writer in
                sequence += 1
                guard let line = writer.finish(Head(seq: sequence, at: .now())) else { return }
                isRead = output.write(line + [UInt8(ascii: "\n")]) && isRead
            }
            guard isRead else { return false }
        }
        return true
    }

    private mutating func count(_ event: TrackerEvent) {
        switch event.kind {
        case .active:
            totals.active += 1
            totals.note(event.beacon.identity)
        case .inactive: totals.inactive += 1
        case .changed: totals.changed += 1
        }
    }

    private mutating func summarise() {
        let more = statistics.hasMoreAdvertisers ? "at least " : ""
        summary = """
            \(statistics.source.reports) reports from \(more)\(statistics.advertisers) advertisers
            \(totals.beacons.count) beacons: \(totals.active) active, \(totals.inactive) inactive, \(totals.changed) changed

            """
        for (count, what) in [
            (statistics.source.badCRC, "packets with a wrong CRC, not tracked"),
            (statistics.source.malformed, "broken HCI events"),
            (statistics.decoder.broken, "broken advertisements"),
            (statistics.tracker.unmonitored, "sightings of beacons that are not monitored"),
        ] where count > 0 {
            summary += "\(count) \(what)\n"
        }
    }

    private static func wait(_ loop: RadioLoop, _ next: RadioLoop.Next) {
        guard case .wait(let until) = next else { return }
        let left = until.nanoseconds(since: .now())
        guard left > 0 else { return }
        var polled: [pollfd] = []
        loop.descriptors(into: &polled)
        // A recording's pauses are kept to the microsecond; a long one in several steps.
        guard !polled.isEmpty else {
            usleep(UInt32(min(left / 1_000 + 1, 500_000)))
            return
        }
        _ = poll(&polled, nfds_t(polled.count), Int32(clamping: (left - 1) / 1_000_000 + 1))
    }
}
