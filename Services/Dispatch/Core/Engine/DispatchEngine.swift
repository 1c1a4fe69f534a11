import Schema
import Store

/// From stored entries to one outcome each: the rules of dispatch over the ledger, without the bus.
///
/// Calls between two `commit`s are one group: all of it becomes durable, or none, and after a failure `reload` must follow.
/// Confined to one thread; time comes in as an argument.
final class DispatchEngine {
    let ledger: Ledger
    let settings: DispatchSettings

    /// An action whose episode's effect another activation has pending.
    struct WaitingAction {
        let action: Action
        let record: JSONValue
    }

    struct StreamName: Hashable {
        let node: NodeID
        let journal: JournalID
    }

    var book = EpisodeBook()
    var lookups: LookupQueue
    var nodes: NodeWatch
    var live: [ActivationKey: LiveActivation] = [:]
    var waiting: [ActivationKey: WaitingAction] = [:]
    /// The activation a node's beacon has now, to end one whose inactive was lost.
    var current: [NodeBeacon: ActivationKey] = [:]
    var streams: [StreamName: LedgerStream] = [:]
    /// Inactives that came before their actives.
    var earlyEnds: [ActivationKey: WallTime] = [:]
    /// The journal a node used last.
    var journals: [NodeID: JournalID] = [:]
    var counters = DispatchCounters()

    /// Streams whose `through` is to be written.
    var moved: Set<StreamName> = []
    /// Nodes that are to be told how far their journal is stored.
    var toAcknowledge: Set<NodeID> = []
    /// Nodes that were forgotten: what is retained for them is cleared.
    var toClear: Set<NodeID> = []
    /// Inboxes that changed.
    var changedInboxes: Set<InboxID> = []
    var nextInboxExpiry: WallTime?
    var nextCare: Instant = .zero

    struct NodeBeacon: Hashable {
        let node: NodeID
        let beacon: BeaconID
    }

    init(ledger: Ledger, settings: DispatchSettings, now: Instant) throws {
        self.ledger = ledger
        self.settings = settings
        lookups = LookupQueue(initialRate: settings.initialRate)
        nodes = NodeWatch(patience: settings.nodePatience)
        try reload(now)
    }

    /// The ledger's time.
    func time(_ now: Instant) -> WallTime { ledger.clock.time(now) }

    /// Activations without outcome.
    var openCount = 0

    /// Makes everything since the last commit durable. Where it throws, none of it is, and `reload` must follow.
    func commit(_ now: Instant) throws {
        guard ledger.hasBegun || !moved.isEmpty || !book.changed.isEmpty else { return }
        try ledger.begin()
        let time = time(now)
        for name in moved {
            guard let stream = streams[name] else { continue }
            try ledger.setThrough(stream.id, stream.through, at: time)
        }
        moved.removeAll(keepingCapacity: true)
        for (id, episode) in book.takeChanges() {
            if let episode { try ledger.store(episode.row) } else { try ledger.removeEpisode(id) }
        }
        try ledger.commit()
    }

    /// Forgets what is in memory and takes it from the ledger, at the start and after a failed commit.
    func reload(_ now: Instant) throws {
        ledger.rollback()
        book = EpisodeBook()
        lookups = LookupQueue(initialRate: settings.initialRate)
        live = [:]
        openCount = 0
        waiting = [:]
        current = [:]
        streams = [:]
        earlyEnds = [:]
        moved = []
        var names: [Int64: StreamName] = [:]
        for stream in try ledger.streams() {
            let name = StreamName(node: stream.node, journal: stream.journal)
            streams[name] = stream
            names[stream.id] = name
            // A journal keeps its entries for a day: whoever was heard longer ago waits for no acknowledgement.
            if journals[stream.node] == nil, time(now) - stream.seen < .seconds(86_400) {
                journals[stream.node] = stream.journal
            }
            for case let ended? in stream.beyond.values {
                earlyEnds[ActivationKey(stream: stream.id, counter: ended.counter)] = ended.at
            }
        }
        for row in try ledger.episodes() { book.restore(Episode(row)) }
        for row in try ledger.openActivations() {
            guard let name = names[row.stream] else { continue }
            restore(row, name, now)
        }
        _ = book.takeChanges()
        nextInboxExpiry = try ledger.nextInboxExpiry()
    }

    private func restore(_ row: LedgerActivation, _ name: StreamName, _ now: Instant) {
        guard let id = ActivationID(node: name.node, journal: name.journal, counter: row.counter) else { return }
        let key = ActivationKey(stream: row.stream, counter: row.counter)
        var activation = LiveActivation(
            node: name.node, beacon: row.beacon, id: id, stored: row.stored, first: row.first,
            isInitial: row.flags & LiveActivation.initialFlag != 0,
            isRejoined: row.flags & LiveActivation.rejoinedFlag != 0, ended: row.ended)
        activation.isSettled = row.outcome != nil
        live[key] = activation
        book.restore(key, in: row.episode, of: row.beacon, holds: row.ended == nil)
        if row.ended == nil { current[NodeBeacon(node: name.node, beacon: row.beacon)] = key }
        guard row.outcome == nil else { return }
        openCount += 1
        let deadline = ledger.clock.instant(row.stored) + settings.lookupPatience
        lookups.add(key, row.beacon, initial: activation.isInitial, now: now, deadline: deadline)
    }
}
