internal import Schema

/// Collects grants below the two roots of a site, each once.
struct GrantList {
    let roots: Roots
    private(set) var grants: [Grant] = []
    private var seen: Set<Grant> = []

    init(roots: Roots) {
        self.roots = roots
    }

    mutating func publish(_ topics: Topic...) {
        for topic in topics { add(Grant(.publish, topic.path(in: roots))) }
    }

    mutating func publishAll(_ filters: TopicFilter...) {
        for filter in filters { add(Grant(.publish, filter.path(in: roots))) }
    }

    mutating func subscribe(_ filters: TopicFilter...) {
        for filter in filters { add(Grant(.subscribe, filter.path(in: roots))) }
    }

    /// Everything below the public root.
    mutating func subscribePublic() {
        add(Grant(.subscribe, "\(roots.public)/#"))
    }

    /// For filters the schema has no name for.
    mutating func publishPublic(_ levels: String) {
        add(Grant(.publish, "\(roots.public)/\(levels)"))
    }

    mutating func subscribePublic(_ levels: String) {
        add(Grant(.subscribe, "\(roots.public)/\(levels)"))
    }

    mutating func publishPrivate(_ levels: String) {
        add(Grant(.publish, "\(roots.private)/\(levels)"))
    }

    /// Any answer to anybody.
    mutating func publishReplies() {
        publishPrivate("replies/+/#")
    }

    mutating func add(_ grant: Grant) {
        if seen.insert(grant).inserted { grants.append(grant) }
    }
}
