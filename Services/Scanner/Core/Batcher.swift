import Schema
import Tracking

/// Cuts what one pass decided into batches: one kind each, at most 128 entries, no beacon twice (L4 … L6, design §4).
struct Batcher {
    /// One decision with its lasting numbers.
    struct Item {
        var event: TrackerEvent
        /// The activation's counter in the journal.
        var activation: Int64
        /// The entry's number in the journal; nil for changes.
        var entry: Int64?
    }

    /// Decisions of one kind, in order.
    struct Batch {
        var kind: TrackerEvent.Kind
        var items: [Item]
    }

    /// Entries in one batch at most.
    static let greatest = 128

    /// Cuts one pass. A beacon's second event closes what was gathered, so its events stay in order.
    static func batches(of items: [Item]) -> [Batch] {
        var batches: [Batch] = []
        var open: [TrackerEvent.Kind: [Item]] = [:]
        var seen: Set<BeaconIdentity> = []
        func flush() {
            for kind in [TrackerEvent.Kind.inactive, .active, .changed] {
                if let items = open[kind], !items.isEmpty { batches.append(Batch(kind: kind, items: items)) }
            }
            open.removeAll(keepingCapacity: true)
            seen.removeAll(keepingCapacity: true)
        }
        for item in items {
            if !seen.insert(item.event.beacon.identity).inserted {
                flush()
                seen.insert(item.event.beacon.identity)
            }
            open[item.event.kind, default: []].append(item)
            if open[item.event.kind]?.count == Self.greatest { flush() }
        }
        flush()
        return batches
    }
}
