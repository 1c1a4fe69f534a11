import Schema
import Store

extension DispatchEngine {
    /// Stores one entry of a node, once: an entry that is stored already changes nothing (L19).
    func store(_ entry: JournalledEntry, from node: NodeID, now: Instant) throws {
        guard entry.activation.node == node else {
            counters.implausible += 1
            return
        }
        nodes.word(node, now: now)
        guard let place = entry.place else { return try apply(entry, isEarly: false, now) }
        guard let stream = try stream(taking: place, from: node, now) else { return }
        if entry.kind == .active, live.count >= settings.maximumLive {
            counters.refused += 1
            return
        }
        let isNext = place.number == stream.through + 1
        try apply(entry, isEarly: !isNext, now)
        counters.stored += 1
        let ended = LedgerStream.Ended(counter: entry.activation.counter, at: time(now) - entry.sinceEnd)
        try note(place, stream, entry.kind == .inactive ? ended : nil)
    }

    /// Notes an entry that can never be read as stored, so that its journal does not wait for it for ever.
    func refuse(_ place: JournalledEntry.Place, from node: NodeID, now: Instant) throws {
        guard let stream = try stream(taking: place, from: node, now) else { return }
        counters.implausible += 1
        try note(place, stream, nil)
    }

    /// The stream of an entry that is to be stored; nil where it is stored already or cannot be true.
    private func stream(
        taking place: JournalledEntry.Place, from node: NodeID, _ now: Instant
    ) throws -> LedgerStream? {
        let name = StreamName(node: node, journal: place.journal)
        guard var stream = try stream(name, now) else { return nil }
        journals[node] = place.journal
        try skip(&stream, name, to: place.oldest)
        toAcknowledge.insert(node)
        if place.number <= stream.through || stream.beyond[place.number] != nil {
            counters.duplicates += 1
            return nil
        }
        guard place.number - stream.through <= settings.maximumAhead else {
            counters.implausible += 1
            return nil
        }
        return stream
    }

    /// Notes an entry as stored: the next one moves `through` on, another one waits beyond the gap.
    private func note(_ place: JournalledEntry.Place, _ stream: LedgerStream, _ ended: LedgerStream.Ended?) throws {
        let name = StreamName(node: stream.node, journal: stream.journal)
        if place.number == stream.through + 1 { return try advance(name, to: place.number) }
        try ledger.begin()
        try ledger.addBeyond(stream.id, entry: place.number, ended)
        streams[name]?.beyond[place.number] = .some(ended)
    }

    /// Notes that all entries up to `number` are stored, and those that follow beyond the gap that has closed.
    private func advance(_ name: StreamName, to number: Int64) throws {
        guard var stream = streams[name] else { return }
        stream.through = number
        var closed = stream.beyond.isEmpty
        while let next = stream.beyond.removeValue(forKey: stream.through + 1) {
            stream.through += 1
            closed = false
            if let ended = next {
                earlyEnds.removeValue(forKey: ActivationKey(stream: stream.id, counter: ended.counter))
            }
        }
        if !closed, stream.through > number {
            try ledger.begin()
            try ledger.removeBeyond(stream.id, through: stream.through)
        }
        streams[name] = stream
        moved.insert(name)
    }

    /// Entries before the oldest one the journal holds are settled, whether they were seen or not.
    private func skip(_ stream: inout LedgerStream, _ name: StreamName, to oldest: Int64?) throws {
        guard let oldest, oldest - 1 > stream.through else { return }
        let seen = stream.beyond.keys.count { $0 < oldest }
        // A journal that is new to this ledger has not lost what an earlier one stored.
        if stream.through > 0 { counters.missed += UInt64(clamping: oldest - 1 - stream.through - Int64(seen)) }
        for (number, ended) in stream.beyond where number < oldest {
            streams[name]?.beyond.removeValue(forKey: number)
            if let ended { earlyEnds.removeValue(forKey: ActivationKey(stream: stream.id, counter: ended.counter)) }
        }
        if seen > 0 {
            try ledger.begin()
            try ledger.removeBeyond(stream.id, through: oldest - 1)
        }
        try advance(name, to: oldest - 1)
        stream = streams[name] ?? stream
    }

    private func stream(_ name: StreamName, _ now: Instant) throws -> LedgerStream? {
        if let stream = streams[name] { return stream }
        guard streams.count < settings.maximumStreams else {
            counters.implausible += 1
            return nil
        }
        try ledger.begin()
        let stream = try ledger.addStream(node: name.node, journal: name.journal, at: time(now))
        streams[name] = stream
        return stream
    }

    /// - Parameter isEarly: whether entries before it are missing, among them perhaps its own active.
    private func apply(_ entry: JournalledEntry, isEarly: Bool, _ now: Instant) throws {
        let name = StreamName(node: entry.activation.node, journal: entry.activation.journal)
        guard let own = try self.stream(name, now) else { return }
        let key = ActivationKey(stream: own.id, counter: entry.activation.counter)
        switch entry.kind {
        case .active: try begin(entry, key, now)
        case .inactive: try end(entry, key, isEarly: isEarly, now)
        }
    }

    private func begin(_ entry: JournalledEntry, _ key: ActivationKey, _ now: Instant) throws {
        let isKnown = try live[key] != nil || ledger.contains(stream: key.stream, counter: key.counter)
        if isKnown {
            counters.duplicates += 1
            return
        }
        let time = time(now)
        let first = time - max(entry.sinceFirst, .zero)
        let ended = earlyEnds.removeValue(forKey: key).map { max($0, first) }
        let place = NodeBeacon(node: entry.activation.node, beacon: entry.beacon)
        if ended == nil, let older = current[place] {
            // A node has one activation of a beacon at a time: the older one's inactive was lost or is on its way.
            if older.stream == key.stream, older.counter > key.counter {
                try begin(entry, key, first: first, to: first, now)
                return
            }
            try finish(older, at: first - .milliseconds(1))
        }
        try begin(entry, key, first: first, to: ended, now)
    }

    private func begin(
        _ entry: JournalledEntry, _ key: ActivationKey, first: WallTime, to ended: WallTime?, _ now: Instant
    ) throws {
        let isRejoined = book.begin(key, of: entry.beacon, from: first, to: ended, initial: entry.isInitial)
        let activation = LiveActivation(
            node: entry.activation.node, beacon: entry.beacon, id: entry.activation, stored: time(now), first: first,
            isInitial: entry.isInitial, isRejoined: isRejoined, ended: ended)
        try ledger.begin()
        _ = try ledger.add(
            LedgerActivation(
                stream: key.stream, counter: key.counter, beacon: entry.beacon,
                episode: book.places[key]?.episode ?? 0, stored: activation.stored, first: first,
                flags: activation.flags, ended: ended))
        live[key] = activation
        openCount += 1
        if ended == nil { current[NodeBeacon(node: activation.node, beacon: entry.beacon)] = key }
        if entry.isInitial, !settings.onInitial {
            try settle(key, .none, reason: "actions.onInitial is off", now: now)
        } else {
            lookups.add(
                key, entry.beacon, initial: entry.isInitial, now: now, deadline: now + settings.lookupPatience)
        }
    }

    private func end(_ entry: JournalledEntry, _ key: ActivationKey, isEarly: Bool, _ now: Instant) throws {
        let time = time(now) - max(entry.sinceEnd, .zero)
        if live[key]?.ended == nil, live[key] != nil {
            try finish(key, at: time)
        } else if isEarly, live[key] == nil, !(try ledger.contains(stream: key.stream, counter: key.counter)) {
            earlyEnds[key] = time
        }
    }

    /// An activation has ended at `time`.
    func finish(_ key: ActivationKey, at time: WallTime) throws {
        guard var activation = live[key], activation.ended == nil else { return }
        let time = max(time, activation.first)
        try ledger.begin()
        _ = try ledger.end(stream: key.stream, counter: key.counter, at: time)
        activation.ended = time
        live[key] = activation
        if book.end(key, from: activation.first, at: time, isSettled: activation.isSettled),
            let episode = book.places[key]?.episode
        {
            try ledger.move(stream: key.stream, counter: key.counter, toEpisode: episode)
        }
        let place = NodeBeacon(node: activation.node, beacon: activation.beacon)
        if current[place] == key { current.removeValue(forKey: place) }
        forgetIfDone(key)
    }

    func forgetIfDone(_ key: ActivationKey) {
        guard let activation = live[key], activation.ended != nil, activation.isSettled else { return }
        live.removeValue(forKey: key)
        book.forget(key)
    }
}
