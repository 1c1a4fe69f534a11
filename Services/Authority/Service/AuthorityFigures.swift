import Schema

/// How much there is of what, for the status.
struct AuthorityFigures: Equatable, Sendable {
    var nodes: Int64 = 0
    var waiting: Int64 = 0
    var active: Int64 = 0
    var pending: Int64 = 0
    var revision: Int64 = 0
    var listNumber: Int64 = 0
    var listEntries: Int64 = 0

    init() {}

    init(_ store: AuthorityStore, _ now: WallTime) throws {
        nodes = try store.nodeCount()
        waiting = try store.waitingCount()
        active = try store.setCount(.active)
        pending = try store.setCount(.pending)
        revision = Int64(clamping: try store.revision())
        listNumber = Int64(clamping: try store.list().number)
        listEntries = try store.revokedCount(now)
    }
}
