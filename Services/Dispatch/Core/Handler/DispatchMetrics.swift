import Schema
import ServiceKit

/// Dispatch's metrics: those of its status, and the bytes handed to write(2).
struct DispatchMetrics: Sendable {
    private let open: Gauge
    private let outbox: Gauge
    private let written: Gauge
    private let counted: [String: Gauge]

    init(_ metrics: Metrics) {
        open = metrics.gauge("dispatch_open", "Activations without outcome.")
        outbox = metrics.gauge("dispatch_outbox", "Outcomes and actions the broker has not acknowledged.")
        written = metrics.gauge("dispatch_written_bytes", "Bytes handed to write(2) since the start.")
        var counted: [String: Gauge] = [:]
        for kind in OutcomeKind.allCases {
            counted["outcomes.\(kind.rawValue)"] = metrics.gauge(
                "dispatch_outcomes", "Outcomes since the start.", labels: ["outcome": kind.rawValue])
        }
        for kind in ActionKind.allCases {
            counted["actions.\(kind.rawValue)"] = metrics.gauge(
                "dispatch_actions", "Actions since the start.", labels: ["action": kind.rawValue])
        }
        counted["lookups"] = metrics.gauge("dispatch_lookups", "Answered look-ups since the start.")
        counted["lookupFailures"] = metrics.gauge("dispatch_lookup_failures", "Look-ups to be tried again.")
        counted["entries"] = metrics.gauge("dispatch_entries", "Journal entries stored since the start.")
        counted["duplicates"] = metrics.gauge("dispatch_duplicates", "Journal entries that were stored already.")
        counted["refused"] = metrics.gauge("dispatch_refused", "Journal entries left to their journals.")
        counted["invalid"] = metrics.gauge("dispatch_invalid_messages", "Messages that could not be read.")
        self.counted = counted
    }

    func set(_ values: [String: Int64], bytesWritten: UInt64) {
        open.set(Double(values["open"] ?? 0))
        outbox.set(Double(values["outbox"] ?? 0))
        written.set(Double(bytesWritten))
        for (name, gauge) in counted { gauge.set(Double(values[name] ?? 0)) }
    }
}
