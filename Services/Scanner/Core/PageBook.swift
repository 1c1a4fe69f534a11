import Schema

/// The active beacons by page, and which pages must be published again: only changed ones, each at most once a second.
struct PageBook {
    /// As many of the longest entries as fit into 60 KiB; a page that has more leaves some out, and says how many.
    static let mostEntries = 230
    static let interval: Duration = .seconds(1)

    private var pages: [[BeaconID: PageEntry]] = Array(repeating: [:], count: BeaconPageNumber.count)
    private var changed = Array(repeating: false, count: BeaconPageNumber.count)
    private var sentAt = Array(repeating: Instant(nanoseconds: .min), count: BeaconPageNumber.count)
    /// How many beacons are active.
    private(set) var count = 0

    /// A beacon is active, or its zone changed.
    mutating func set(_ entry: PageEntry) {
        let page = Int(BeaconPageNumber(of: entry.beacon).value)
        if pages[page].updateValue(entry, forKey: entry.beacon) == nil { count += 1 }
        changed[page] = true
    }

    /// Changes the zone of an active beacon.
    mutating func change(_ beacon: BeaconID, zone: BeaconZone) {
        let page = Int(BeaconPageNumber(of: beacon).value)
        guard pages[page][beacon] != nil, pages[page][beacon]?.zone != zone else { return }
        pages[page][beacon]?.zone = zone
        changed[page] = true
    }

    /// A beacon is no longer active.
    mutating func remove(_ beacon: BeaconID) {
        let page = Int(BeaconPageNumber(of: beacon).value)
        guard pages[page].removeValue(forKey: beacon) != nil else { return }
        count -= 1
        changed[page] = true
    }

    /// All pages are to be published: nobody knows what the broker holds.
    mutating func invalidate() {
        changed = Array(repeating: true, count: BeaconPageNumber.count)
    }

    /// The changed pages whose turn it is, with their entries in order of their ids.
    mutating func takeDue(_ now: Instant) -> [(page: BeaconPageNumber, entries: [PageEntry])] {
        var due: [(page: BeaconPageNumber, entries: [PageEntry])] = []
        for index in changed.indices where changed[index] && isDue(index, now) {
            guard let page = BeaconPageNumber(index) else { continue }
            changed[index] = false
            sentAt[index] = now
            let entries = pages[index].values.sorted { $0.beacon < $1.beacon }
            due.append((page, Array(entries.prefix(Self.mostEntries))))
        }
        return due
    }

    /// When the next page has its turn; nil = none is changed.
    var nextDeadline: Instant? {
        changed.indices.filter { changed[$0] }.map { sentAt[$0] + Self.interval }.min()
    }

    /// The pages that are not empty.
    var filled: [BeaconPageNumber] {
        pages.indices.filter { !pages[$0].isEmpty }.compactMap(BeaconPageNumber.init)
    }

    /// Beacons left out of the pages.
    var leftOut: Int { pages.reduce(0) { $0 + max($1.count - Self.mostEntries, 0) } }

    private func isDue(_ index: Int, _ now: Instant) -> Bool {
        now >= sentAt[index] + Self.interval
    }
}
