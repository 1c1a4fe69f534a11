import Schema

/// Remembers requests by requester and id, so that one that comes again is not carried out again.
///
/// Bounded: the oldest is forgotten first, and each after its time.
struct RequestLedger: Sendable {
    /// Where a request stands.
    enum Entry: Sendable {
        /// Its outcome is not known yet; its reply will come.
        case waiting
        /// It was answered like this.
        case settled(RequestOutcome)
    }

    /// A request that was answered, as it is stored.
    struct Settled: Codable, Sendable {
        var requester: String
        var id: RequestID
        var outcome: RequestOutcome
    }

    private struct Key: Hashable {
        var requester: String
        var id: RequestID
    }

    private var entries: [Key: (entry: Entry, at: Instant)] = [:]
    private var order: [Key] = []
    private let capacity: Int
    private let memory: Duration

    init(capacity: Int = 256, memory: Duration = .seconds(600)) {
        self.capacity = capacity
        self.memory = memory
    }

    /// What is known of a request; `nil` = it is new.
    func known(_ request: CommandRequest, now: Instant) -> Entry? {
        guard let id = request.id, let found = entries[Key(requester: request.requester, id: id)] else { return nil }
        if case .settled = found.entry, now - found.at > memory { return nil }
        return found.entry
    }

    mutating func note(_ request: CommandRequest, _ entry: Entry, now: Instant) {
        guard let id = request.id else { return }
        let key = Key(requester: request.requester, id: id)
        if entries.updateValue((entry, now), forKey: key) == nil { order.append(key) }
        while order.count > capacity { entries[order.removeFirst()] = nil }
    }

    /// The newest answered ones, for the next process.
    var newest: [Settled] {
        var list: [Settled] = []
        for key in order.reversed() where list.count < Self.storedCount {
            guard case .settled(let outcome) = entries[key]?.entry else { continue }
            list.append(Settled(requester: key.requester, id: key.id, outcome: outcome))
        }
        return list.reversed()
    }

    /// Takes over what an earlier process knew.
    mutating func restore(_ settled: [Settled], waiting: [CommandRequest], now: Instant) {
        for known in settled.suffix(Self.storedCount) {
            note(CommandRequest(requester: known.requester, id: known.id), .settled(known.outcome), now: now)
        }
        for request in waiting { note(request, .waiting, now: now) }
    }

    /// A sender repeats its last requests, not those of yesterday.
    private static let storedCount = 16
}
