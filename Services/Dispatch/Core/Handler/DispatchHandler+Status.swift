import Bus
import Schema
import Store

extension DispatchHandler {
    /// The status goes out at most this often.
    static let statusInterval: Duration = .seconds(1)

    /// What a change of makes the status worth publishing; cheap to compare.
    struct Figures: Equatable {
        var counters: DispatchCounters
        var open: Int
        var outbox: Int64
        var invalid: UInt64
        var failure: ErrorCode?
    }

    private var figures: Figures {
        Figures(
            counters: engine.counters, open: engine.openCount, outbox: outbox.count, invalid: invalidMessages,
            failure: failure?.code)
    }

    /// What is published about the work done and open.
    var statusCounters: [String: Int64] {
        let counters = engine.counters
        var values: [String: Int64] = [
            "open": Int64(engine.openCount), "outbox": outbox.count, "lookups": Int64(clamping: counters.lookups),
            "lookupFailures": Int64(clamping: counters.lookupFailures), "entries": Int64(clamping: counters.stored),
            "duplicates": Int64(clamping: counters.duplicates), "refused": Int64(clamping: counters.refused),
            "implausible": Int64(clamping: counters.implausible), "missed": Int64(clamping: counters.missed),
            "released": Int64(clamping: counters.released), "invalid": Int64(clamping: invalidMessages),
            "initialDeferred": Int64(clamping: engine.lookups.deferredByRate),
            "episodes": Int64(engine.book.openCount), "nodesAway": Int64(engine.nodes.goneCount),
        ]
        for kind in OutcomeKind.allCases {
            values["outcomes.\(kind.rawValue)"] = Int64(clamping: counters.outcomes[kind] ?? 0)
        }
        for kind in ActionKind.allCases {
            values["actions.\(kind.rawValue)"] = Int64(clamping: counters.actions[kind] ?? 0)
        }
        return values
    }

    /// Publishes the status when a counter has changed, at most once a second; says when it is due.
    func publishStatusIfDue(_ now: Instant, _ link: BusLink) -> Instant? {
        guard figures != publishedFigures else { return nil }
        if let due = statusAt.map({ $0 + Self.statusInterval }), due > now { return due }
        publishStatus(link)
        return nil
    }

    func publishStatus(_ link: BusLink, isOnline: Bool = true) {
        publishedFigures = figures
        let values = statusCounters
        statusAt = link.now
        metrics.set(values, bytesWritten: engine.ledger.bytesWritten)
        let status = ServiceStatus(
            service: Self.name, version: setup.version, instance: setup.instance, connection: link.connection,
            online: isOnline, ready: isOnline && failure == nil, counters: values, error: failure)
        attempt("status") { () throws(BeaconBusError) in try link.setRetained(.service(Self.name), status) }
    }
}
