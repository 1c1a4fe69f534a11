import Schema

/// The episodes of all beacons: who holds which one open, and whose action acts in it (D15, D23).
///
/// A value without clock or store. Times are the ledger's. What changed is collected for the ledger to write.
struct EpisodeBook: Sendable {
    /// How long after its end an episode still takes in an `initial` activation (D23).
    static let initialGrace: Duration = .seconds(15 * 60)
    /// How long closed episodes are kept for activations that arrive late out of a journal.
    static let memory: Duration = .seconds(25 * 3600)
    /// Most closed episodes kept for one beacon and for all; the oldest go first.
    static let closedPerBeacon = 16
    static let closedInAll = 20_000

    /// Where an activation belongs.
    struct Place: Hashable, Sendable {
        let episode: Int64
        let beacon: BeaconID
    }

    private var episodes: [BeaconID: [Episode]] = [:]
    private(set) var places: [ActivationKey: Place] = [:]
    private(set) var changed: Set<Place> = []
    private(set) var nextID: Int64 = 1
    private(set) var closedCount = 0

    /// Episodes that are open.
    var openCount: Int { count - closedCount }
    private var count = 0

    /// Takes in a stored episode, after a restart.
    mutating func restore(_ episode: Episode) {
        nextID = max(nextID, episode.id + 1)
        insert(episode)
    }

    /// Takes in a stored activation that is not ended or not settled, after its episode.
    mutating func restore(_ key: ActivationKey, in episode: Int64, of beacon: BeaconID, holds: Bool) {
        let place = Place(episode: episode, beacon: beacon)
        places[key] = place
        if holds { update(place) { $0.holders.insert(key) } }
    }

    /// An activation begins: it joins an episode that its span reaches, or opens one.
    ///
    /// - Parameters:
    ///   - first: its first sighting.
    ///   - end: when it ended, where that is known already; nil while it goes on.
    ///   - initial: whether its cause is `initial` (D23).
    /// - Returns: whether it is an `initial` one that came into an episode open at most 15 minutes ago.
    @discardableResult
    mutating func begin(
        _ key: ActivationKey, of beacon: BeaconID, from first: WallTime, to end: WallTime?, initial: Bool
    ) -> Bool {
        let slack = initial ? Self.initialGrace : .zero
        let candidates = (episodes[beacon] ?? []).filter { $0.reaches(from: first, to: end, slack: slack) }
        // The episode it began in, else the one that began while it went on.
        guard let found = candidates.last(where: { $0.opened <= first }) ?? candidates.first else {
            var episode = Episode(id: nextID, beacon: beacon, opened: first, closed: end)
            nextID += 1
            episode.left = end
            if end == nil { episode.holders = [key] }
            insert(episode)
            let place = Place(episode: episode.id, beacon: beacon)
            places[key] = place
            changed.insert(place)
            return false
        }
        let place = Place(episode: found.id, beacon: beacon)
        places[key] = place
        update(place) { episode in
            if let end {
                episode.opened = min(episode.opened, first)
                episode.left = max(episode.left ?? end, end)
                if episode.closed != nil { episode.closed = episode.left }
            } else {
                // Out of a backlog it may turn out to have ended before this episode began: `letGo` sees to that.
                episode.holders.insert(key)
                episode.closed = nil
            }
        }
        return initial
    }

    /// An activation that began at `first` ended at `time`: it no longer holds its episode open. Where it was before that
    /// episode, and has no outcome yet, it moves to one of its own time.
    ///
    /// - Returns: whether it moved.
    mutating func end(_ key: ActivationKey, from first: WallTime, at time: WallTime, isSettled: Bool) -> Bool {
        guard let place = places[key], let episode = episode(of: key) else { return false }
        letGo(key, at: time)
        guard time < episode.opened, !isSettled, episode.effect != .pending(key), !episode.waiting.contains(key) else {
            update(place) { $0.opened = min($0.opened, first) }
            return false
        }
        begin(key, of: place.beacon, from: first, to: time, initial: false)
        return true
    }

    /// An activation no longer holds its episode open since `time`: it ended, or its node has been away too long.
    mutating func letGo(_ key: ActivationKey, at time: WallTime) {
        guard let place = places[key] else { return }
        update(place) { episode in
            episode.holders.remove(key)
            // It was there until the last of them went, in whatever order that becomes known.
            episode.left = max(episode.left ?? time, time)
            if episode.holders.isEmpty { episode.closed = episode.left }
        }
    }

    /// An activation whose node had been away goes on under its old id: it holds its beacon's open episode, or opens its
    /// own again.
    mutating func rejoin(_ key: ActivationKey) {
        guard let place = places[key] else { return }
        let open = episodes[place.beacon]?.last { $0.closed == nil }
        let target = open.map { Place(episode: $0.id, beacon: place.beacon) } ?? place
        places[key] = target
        update(target) { episode in
            episode.holders.insert(key)
            episode.closed = nil
        }
    }

    /// Forgets an activation that is both ended and settled.
    mutating func forget(_ key: ActivationKey) {
        places.removeValue(forKey: key)
    }

    /// The episode an activation belongs to.
    func episode(of key: ActivationKey) -> Episode? {
        guard let place = places[key] else { return nil }
        return episodes[place.beacon]?.last { $0.id == place.episode }
    }

    /// What changed since the last call; an episode that is gone has the value nil.
    mutating func takeChanges() -> [(id: Int64, episode: Episode?)] {
        defer { changed.removeAll(keepingCapacity: true) }
        return changed.map { place in
            (place.episode, episodes[place.beacon]?.last { $0.id == place.episode })
        }
    }

    /// Drops closed episodes that are too old or too many.
    mutating func prune(_ now: WallTime) {
        let limit = closedCount > Self.closedInAll ? closingTime(ofNewest: Self.closedInAll * 3 / 4) : nil
        let oldest = max(limit ?? .init(milliseconds: .min), now - Self.memory)
        for (beacon, list) in episodes {
            var closed = list.count { $0.closed != nil }
            let kept = list.filter { episode in
                guard let end = episode.closed, episode.waiting.isEmpty else { return true }
                if case .pending = episode.effect { return true }
                guard end < oldest || closed > Self.closedPerBeacon else { return true }
                closed -= 1
                return false
            }
            guard kept.count < list.count else { continue }
            let ids = Set(kept.map(\.id))
            for episode in list where !ids.contains(episode.id) {
                changed.insert(Place(episode: episode.id, beacon: beacon))
                closedCount -= 1
                count -= 1
            }
            episodes[beacon] = kept.isEmpty ? nil : kept
        }
    }

    private func closingTime(ofNewest number: Int) -> WallTime? {
        let times = episodes.values.joined().compactMap(\.closed).sorted(by: >)
        return times.dropFirst(number).first
    }

    private mutating func insert(_ episode: Episode) {
        var list = episodes[episode.beacon] ?? []
        let index = list.firstIndex { $0.opened > episode.opened } ?? list.endIndex
        list.insert(episode, at: index)
        episodes[episode.beacon] = list
        count += 1
        if episode.closed != nil { closedCount += 1 }
    }

    mutating func update(_ place: Place, _ change: (inout Episode) -> Void) {
        guard let index = episodes[place.beacon]?.lastIndex(where: { $0.id == place.episode }) else { return }
        let wasClosed = episodes[place.beacon]?[index].closed != nil
        episodes[place.beacon]?[index].apply(change)
        let isClosed = episodes[place.beacon]?[index].closed != nil
        closedCount += (isClosed ? 1 : 0) - (wasClosed ? 1 : 0)
        changed.insert(place)
    }
}

extension Episode {
    fileprivate mutating func apply(_ change: (inout Episode) -> Void) { change(&self) }
}
