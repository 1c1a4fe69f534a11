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
    /// Pages that may be at the broker, a bit each: what was ever filled since it was last known what is there.
    private(set) var touched: UInt64 = 0

    /// A beacon is active, or its zone changed.
    mutating func set(_ entry: PageEntry) {
        let page = Int(BeaconPageNumber(of: entry.beacon).value)
        if pages[page].updateValue(entry, forKey: entry.beacon) == nil { count += 1 }
        touched |= 1 << UInt64(page)
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

    /// The pages that were touched by earlier processes are to be published, or cleared, together with those filled now.
    mutating func invalidate(_ earlier: UInt64) {
        for page in changed.indices where (earlier | touched) >> UInt64(page) & 1 != 0 { changed[page] = true }
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
