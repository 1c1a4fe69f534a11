import Schema

/// When what happens by itself is looked at again. A value.
struct Schedule {
    /// While pairs wait for their end, and otherwise.
    static let busy = Duration.seconds(10)
    static let calm = Duration.seconds(60)

    private let listLife: Duration
    /// When to look next; nil before the first time.
    private(set) var due: Instant?

    init(listLife: Duration) {
        self.listLife = listLife
    }

    func isDue(_ now: Instant) -> Bool { due.map { now >= $0 } ?? true }

    /// Looked at now.
    /// - Parameter hasWaiting: whether pairs wait for their end.
    mutating func done(_ now: Instant, hasWaiting: Bool) {
        due = now + min(hasWaiting ? Self.busy : Self.calm, listLife / 12)
    }
}
