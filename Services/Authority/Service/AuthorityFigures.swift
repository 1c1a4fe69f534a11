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
    /// Since when the last revocation list was made, whole hours in s, so that it is no reason for a status.
    var listAge: Int64 = 0

    init() {}

    init(_ store: AuthorityStore, _ now: WallTime) throws {
        nodes = try store.nodeCount()
        waiting = try store.askingCount()
        active = try store.setCount(.active)
        pending = try store.setCount(.pending)
        revision = Int64(clamping: try store.revision())
        listNumber = Int64(clamping: try store.list().number)
        listEntries = try store.revokedCount(now)
        let age = max(0, (now - (try store.list().issued)).saturatedMilliseconds / 1_000)
        listAge = age - age % 3_600
    }
}
