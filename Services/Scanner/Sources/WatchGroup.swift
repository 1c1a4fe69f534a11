import Glibc
import Schema

/// Looks for several adapters at once: one that is usable is enough for a start.
final class WatchGroup: AdapterWatching {
    private let watches: [any AdapterWatching]
    /// What each of them said last.
    private var latest: [AdapterReport?]

    init(_ watches: [any AdapterWatching]) {
        self.watches = watches
        latest = watches.map { _ in nil }
    }

    func descriptors(into list: inout [pollfd]) { for watch in watches { watch.descriptors(into: &list) } }

    var deadline: Instant? { watches.compactMap(\.deadline).min() }

    func look(at now: Instant) -> AdapterReport? {
        for (index, watch) in watches.enumerated() { latest[index] = watch.look(at: now) ?? latest[index] }
        let known = latest.compactMap { $0 }
        return known.first { $0.state == .ready } ?? known.first
    }
}
