internal import Schema

/// Who may go next: bounded per group, so that one group's slow server never keeps others waiting. Pure.
struct WebQueue {
    typealias ID = UInt64

    private struct Waiting {
        let id: ID
        let deadline: Instant
        /// Not before, after a failed connect.
        var earliest: Instant
    }

    private struct Group {
        var open: Set<ID> = []
        var waiting: [Waiting] = []
    }

    private let limits: WebLimits
    private var groups: [String: Group] = [:]
    private var groupOf: [ID: String] = [:]

    init(limits: WebLimits) {
        self.limits = limits
    }

    /// Requests under way or waiting.
    var count: Int { groupOf.count }

    /// Takes a request; false if too many wait.
    mutating func add(_ id: ID, group: String, deadline: Instant, now: Instant) -> Bool {
        guard count < limits.total, groups[group, default: Group()].waiting.count < limits.waiting else { return false }
        groups[group, default: Group()].waiting.append(Waiting(id: id, deadline: deadline, earliest: now))
        groupOf[id] = group
        return true
    }

    /// Those that may be started now, which count as under way from here on.
    mutating func next(_ now: Instant) -> [ID] {
        var started: [ID] = []
        for name in groups.keys {
            guard var group = groups[name], !group.waiting.isEmpty else { continue }
            while group.open.count < limits.concurrent,
                let index = group.waiting.firstIndex(where: { $0.earliest <= now })
            {
                let id = group.waiting.remove(at: index).id
                group.open.insert(id)
                started.append(id)
            }
            groups[name] = group
        }
        return started.sorted()
    }

    /// Puts one that was under way back, first in its group, not to be started before `earliest`.
    mutating func retry(_ id: ID, earliest: Instant, deadline: Instant) {
        guard let name = groupOf[id], groups[name]?.open.remove(id) != nil else { return }
        groups[name]?.waiting.insert(Waiting(id: id, deadline: deadline, earliest: earliest), at: 0)
    }

    /// Forgets one that is over.
    mutating func finish(_ id: ID) {
        guard let name = groupOf.removeValue(forKey: id), var group = groups[name] else { return }
        group.open.remove(id)
        group.waiting.removeAll { $0.id == id }
        groups[name] = group.open.isEmpty && group.waiting.isEmpty ? nil : group
    }

    /// Those whose time ran out while they waited, forgotten by it.
    mutating func expired(_ now: Instant) -> [ID] {
        let ids = groups.values.flatMap { $0.waiting.filter { $0.deadline <= now }.map(\.id) }.sorted()
        for id in ids { finish(id) }
        return ids
    }

    /// When something happens to one that waits; nil if none does.
    func nextChange(_ now: Instant) -> Instant? {
        groups.values.flatMap { group in
            group.waiting.map { waiting in
                group.open.count < limits.concurrent && waiting.earliest > now
                    ? min(waiting.earliest, waiting.deadline) : waiting.deadline
            }
        }.min()
    }
}
