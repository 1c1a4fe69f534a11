public import Schema

extension Journal {
    /// Reserves activation counters, never given before: at least `count`, durable when this returns.
    ///
    /// A restart skips those not used.
    public func reserveActivations(_ count: Int64? = nil) throws -> Range<Int64> {
        let first = counter
        counter += max(count ?? options.counterBlock, 1)
        do {
            try database.transaction { try storeMeta() }
        } catch {
            counter = first
            throw error
        }
        return first..<counter
    }

    /// Appends entries in one commit and gives their numbers. They are on the disk when this returns; where it throws,
    /// none of them is, and they may be appended again.
    public func append(_ entries: [JournalEntry], at instant: Instant = .now()) throws -> Range<Int64> {
        let first = next
        guard !entries.isEmpty else { return first..<first }
        let time = clock.time(instant)
        try giveUp(adding: entries.count, at: time)
        let surplus = places.takeSurplus(beyond: options.sparePlaces)
        let notes = settled - storedSettled >= Int64(options.settlingGroup) || !surplus.isEmpty
        let known = storedSettled
        do {
            try database.transaction {
                try insert(entries, at: time)
                try delete(surplus)
                next = first + Int64(entries.count)
                if notes { try storeMeta() }
            }
        } catch {
            next = first
            storedSettled = known
            places.giveBack(surplus)
            throw error
        }
        places.append(entries, from: first)
        return first..<next
    }

    /// Takes dispatch's acknowledgement; one of another journal is ignored, and the greatest counts.
    public func acknowledged(journal: JournalID, through: Int64) {
        guard journal == id else { return }
        settle(through: through)
    }

    private func insert(_ entries: [JournalEntry], at time: WallTime) throws {
        let insert = try database.statement("INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)")
        for (index, entry) in entries.enumerated() {
            var body = entry.body
            if body.count < Self.leastBody {
                body.append(contentsOf: repeatElement(0, count: Self.leastBody - body.count))
            }
            try insert.bind(1, places.place(index))
            try insert.bind(2, next + Int64(index))
            try insert.bind(3, entry.kind.rawValue)
            try insert.bind(4, entry.activation)
            try insert.bind(5, time.milliseconds)
            try insert.bind(6, Int64(entry.body.count))
            try insert.bind(7, body)
            try insert.run()
        }
    }

    private func delete(_ places: [Int64]) throws {
        let delete = try database.statement("DELETE FROM entries WHERE place = ?")
        for place in places {
            try delete.bind(1, place)
            try delete.run()
        }
    }

    /// Gives up the oldest entries that would be too many or are too old.
    private func giveUp(adding count: Int, at time: WallTime) throws {
        var bound = next - 1 + Int64(count) - Int64(options.maximumEntries)
        let limit = (time - options.maximumAge).milliseconds
        let row = try database.statement("SELECT at FROM entries WHERE place = ?")
        for entry in places.waiting.prefix(512) {
            defer { row.reset() }
            try row.bind(1, entry.place)
            guard try row.step(), row.int64(0) < limit else { break }
            bound = max(bound, entry.number)
        }
        let before = places.waiting.count
        settle(through: bound)
        dropped &+= UInt64(before - places.waiting.count)
    }

    private func settle(through number: Int64) {
        let number = min(number, next - 1)
        guard number > settled else { return }
        places.settle(through: number, keep: options.keep)
        settled = number
    }
}
