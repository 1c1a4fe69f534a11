/// Which row of the journal's file holds which entry, and which rows may be written over.
///
/// A settled entry is not deleted: a new one is written over it, so that a commit touches one small page (R21). Rows
/// written over are always of settled entries, so after a crash everything before the last missing number is settled.
/// A settled active entry stays while its activation goes on, and is written over before its inactive entry is: so an
/// active entry without its inactive one is always one that goes on.
struct JournalPlaces {
    struct Entry {
        let number: Int64
        let place: Int64
        let kind: JournalEntry.Kind
        let activation: Int64
    }

    /// The entries not settled, in order.
    private(set) var waiting: ArraySlice<Entry> = []
    /// The active entry of each activation that has had no inactive, by counter.
    private(set) var going: [Int64: Entry] = [:]
    /// The active entry of each activation whose inactive waits, by the inactive's number.
    private var ended: [Int64: Entry] = [:]
    /// Rows that may be written over, the last one first.
    private(set) var free: [Int64] = []
    /// The greatest row number in the file.
    private(set) var greatest: Int64 = 0

    /// The row for the `index`-th entry of the next append: one to write over, or a new one.
    func place(_ index: Int) -> Int64 {
        index < free.count ? free[free.count - 1 - index] : greatest + Int64(index - free.count) + 1
    }

    /// Notes appended entries, which took the places 0, 1, … in order.
    mutating func append(_ entries: [JournalEntry], from number: Int64) {
        let places = entries.indices.map(place)
        free.removeLast(min(entries.count, free.count))
        for (index, entry) in entries.enumerated() {
            note(
                Entry(
                    number: number + Int64(index), place: places[index], kind: entry.kind, activation: entry.activation)
            )
        }
    }

    /// Notes an entry, in the order of numbers.
    mutating func note(_ entry: Entry) {
        greatest = max(greatest, entry.place)
        waiting.append(entry)
        switch entry.kind {
        case .active: going[entry.activation] = entry
        case .inactive: ended[entry.number] = going.removeValue(forKey: entry.activation)
        }
    }

    /// Settles all entries up to `number`; with `keep` their rows stay as they are.
    mutating func settle(through number: Int64, keep: Bool) {
        while let entry = waiting.first, entry.number <= number {
            waiting.removeFirst()
            guard entry.kind == .inactive else { continue }
            let active = ended.removeValue(forKey: entry.number)
            if keep { continue }
            free.append(entry.place)
            if let active { free.append(active.place) }
        }
        if waiting.isEmpty { waiting = [] }
    }

    /// The rows beyond `spare` free ones that may be deleted.
    mutating func takeSurplus(beyond spare: Int) -> [Int64] {
        guard free.count > spare else { return [] }
        let surplus = Array(free[spare...])
        free.removeLast(free.count - spare)
        return surplus
    }

    /// Takes back what `takeSurplus` gave, where it could not be deleted.
    mutating func giveBack(_ surplus: [Int64]) {
        free.append(contentsOf: surplus)
    }
}
