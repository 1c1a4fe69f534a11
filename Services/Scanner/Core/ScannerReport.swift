import Schema
import ServiceKit
import Synchronization

/// What /metrics and /health show of the scanner; written on the bus thread, read on any.
final class ScannerReport: Sendable {
    private struct Figures: Sendable {
        var counters: [String: Int64] = [:]
        var active: Int64 = 0
        var pending: Int64 = 0
        var dropped: UInt64 = 0
        var written: UInt64 = 0
        var broker: String?
        var store: String?
    }

    private let figures = Mutex(Figures())

    /// Takes the figures of a status.
    func update(_ status: ScannerStatus, written: UInt64, dropped: UInt64, storeProblem: BeaconBusError?) {
        figures.withLock {
            $0.counters = status.counters
            $0.active = status.active
            $0.pending = status.journal?.pending ?? 0
            $0.dropped = dropped
            $0.written = written
            $0.store = storeProblem?.reason
        }
    }

    /// Notes whether there is a connection; nil = there is.
    func broker(_ problem: String?) {
        figures.withLock { $0.broker = problem }
    }

    /// Makes the series and conditions.
    func register(_ metrics: Metrics, _ health: Health) {
        counter(metrics, "scanner_reports_total", "Advertising reports taken in.", "reports")
        counter(metrics, "scanner_sightings_total", "Sightings of monitored beacons.", "sightings")
        counter(metrics, "scanner_unmonitored_total", "Sightings of beacons that are not monitored.", "unmonitored")
        counter(metrics, "scanner_active_total", "Beacons that became active.", "active")
        counter(metrics, "scanner_inactive_total", "Beacons that became inactive.", "inactive")
        counter(metrics, "scanner_changed_total", "Changes of beacons.", "changed")
        counter(metrics, "scanner_resent_total", "Journal entries sent again.", "resent")
        counter(metrics, "scanner_dropped_readings_total", "Readings not sent.", "droppedReadings")
        counter(metrics, "scanner_dropped_changes_total", "Changes not sent.", "droppedChanges")
        counter(metrics, "scanner_refused_commands_total", "Commands refused.", "refusedCommands")
        metrics.gauge("scanner_active_beacons", "Beacons active now.") { [self] in
            figures.withLock { Double($0.active) }
        }
        metrics.gauge("scanner_journal_pending", "Journal entries not acknowledged.") { [self] in
            figures.withLock { Double($0.pending) }
        }
        metrics.counter("scanner_journal_dropped_total", "Journal entries given up to keep the bounds.") { [self] in
            figures.withLock { Double($0.dropped) }
        }
        metrics.counter("scanner_written_bytes_total", "Bytes handed to the disk.") { [self] in
            figures.withLock { Double($0.written) }
        }
        health.add("broker") { [self] in figures.withLock { $0.broker.map { .degraded($0) } ?? .good } }
        health.add("journal") { [self] in figures.withLock { $0.store.map { .degraded($0) } ?? .good } }
    }

    private func counter(_ metrics: Metrics, _ name: StaticString, _ help: StaticString, _ key: String) {
        metrics.counter(name, help) { [self] in figures.withLock { Double($0.counters[key] ?? 0) } }
    }
}
