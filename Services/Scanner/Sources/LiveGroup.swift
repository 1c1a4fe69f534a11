import Bluetooth
import Glibc
import Schema

/// All live sources of a scanner as one: open when the first scans, failed when the last has failed. Confined to the
/// radio thread.
final class LiveGroup {
    private let sources: [any LiveSource]
    private(set) var conditions: [LiveCondition]
    private var hasEnded = false

    init(_ sources: [any LiveSource]) {
        self.sources = sources
        conditions = sources.map { _ in LiveCondition(state: .closed) }
    }

    deinit { end() }

    /// Begins to open all of them.
    func begin(at now: Instant) {
        for (index, source) in sources.enumerated() {
            conditions[index].state = .opening
            source.begin(at: now)
        }
    }

    /// Switches the scans off and closes.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        // Those that failed have been ended.
        for (index, source) in sources.enumerated() where conditions[index].state != .failed { source.end() }
    }

    /// What to wait for.
    func descriptors(into list: inout [pollfd]) {
        for (index, source) in sources.enumerated() where conditions[index].state != .failed {
            source.descriptors(into: &list)
        }
    }

    /// When one wants to be served.
    var deadline: Instant? {
        sources.indices.filter { conditions[$0].state != .failed }.compactMap { sources[$0].deadline }.min()
    }

    /// Serves each; true if one has more at once.
    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> Bool {
        var hasMore = false
        for (index, source) in sources.enumerated() where conditions[index].state != .failed {
            conditions[index] = source.service(at: now, limit: limit, deliver)
            if conditions[index].state == .failed { source.end() }
            hasMore = hasMore || conditions[index].hasMore
        }
        return hasMore
    }

    /// Hands over what sources have decoded themselves.
    func takeDecoded(at now: Instant, _ deliver: (DecodedReport) -> Void) {
        for source in sources { source.takeDecoded(at: now, deliver) }
    }

    /// Whether at least one scans.
    var isScanning: Bool { conditions.contains { $0.state == .scanning || $0.state == .silent } }

    /// For the status.
    var reports: [SourceReport] {
        zip(sources, conditions).map { source, condition in
            SourceReport(name: source.name, kind: source.kind, state: condition.state, error: condition.error)
        }
    }

    /// The adapter of the first source that scans, else that opens; where all have failed of the one whose error counts.
    var adapter: AdapterReport? {
        func first(_ states: SourceState...) -> AdapterReport? {
            conditions.lazy.filter { states.contains($0.state) }.compactMap(\.adapter).first
        }
        return first(.scanning, .silent) ?? first(.opening) ?? leadingFailure.flatMap { conditions[$0.index].adapter }
            ?? first(.failed)
    }

    /// What was met by all of them.
    var counters: SourceCounters { sources.reduce(into: SourceCounters()) { $0 += $1.counters } }
}
