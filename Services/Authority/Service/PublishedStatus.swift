import Schema

/// What the retained status said last.
struct PublishedStatus {
    var counters: [String: Int64] = [:]
    var error: ErrorCode?
    var at: Instant?
    var figures = AuthorityFigures()
}
