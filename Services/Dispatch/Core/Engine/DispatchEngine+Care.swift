import Schema
import Store

extension DispatchEngine {
    /// How often old rows and episodes are looked for.
    static let careInterval: Duration = .seconds(60)

    /// What is due by time: nodes that have been away too long, inbox entries that go, old rows.
    func care(_ now: Instant) throws {
        for node in nodes.takeDue(now) { try release(node, at: time(now)) }
        if let expiry = nextInboxExpiry, expiry <= time(now) {
            try ledger.begin()
            changedInboxes.formUnion(try ledger.expireInboxes(time(now)))
            nextInboxExpiry = try ledger.nextInboxExpiry()
        }
        guard now >= nextCare else { return }
        book.prune(time(now))
        try ledger.begin()
        let isMore = try ledger.purge(time(now), limit: 500)
        nextCare = now + (isMore ? .seconds(1) : Self.careInterval)
    }

    /// When `care` is needed next.
    var nextDue: Instant {
        let expiry = nextInboxExpiry.map { ledger.clock.instant($0) }
        return [nextCare, nodes.nextDue, expiry].compactMap { $0 }.min() ?? nextCare
    }

    /// Takes a node's retained state. `working`: online, and not idle.
    func nodeState(
        _ node: NodeID, session: UInt64, connection: UInt64, working: Bool, now: Instant
    ) throws {
        try apply(
            nodes.state(node, session: session, connection: connection, working: working, now: now), node, now)
    }

    /// Takes a node's will.
    func nodeLost(_ node: NodeID, session: UInt64, connection: UInt64, now: Instant) throws {
        try apply(nodes.lost(node, session: session, connection: connection, now: now), node, now)
    }

    /// A node's retained state was cleared.
    func nodeForgotten(_ node: NodeID, now: Instant) throws {
        if journals.removeValue(forKey: node) != nil { toClear.insert(node) }
        toAcknowledge.remove(node)
        try apply(nodes.forgotten(node), node, now)
    }

    private func apply(_ change: NodeWatch.Change, _ node: NodeID, _ now: Instant) throws {
        switch change {
        case .nothing: break
        case .forgotten: try release(node, at: time(now))
        case .back:
            for (key, activation) in live where activation.node == node && activation.isReleased {
                guard activation.ended == nil else { continue }
                live[key]?.isReleased = false
                let before = book.places[key]?.episode
                book.rejoin(key)
                guard let episode = book.places[key]?.episode, episode != before else { continue }
                try ledger.begin()
                try ledger.move(stream: key.stream, counter: key.counter, toEpisode: episode)
            }
        }
    }

    private func release(_ node: NodeID, at time: WallTime) throws {
        for (key, activation) in live where activation.node == node && activation.ended == nil && !activation.isReleased
        {
            live[key]?.isReleased = true
            book.letGo(key, at: time)
            counters.released += 1
        }
    }
}
