import Schema

/// Token buckets: each node has so many requests a minute, and all of them together have a greater number; machines that
/// ask to be let in have a bucket of their own, from which nothing is taken for anybody else. Whoever was refused too often
/// is not listened to for a while. A value; time comes in as an argument.
struct RateLimiter {
    /// Buckets of a kind kept at a time.
    static let maximumNodes = RateTable.maximum

    let perNode: Int
    let perSite: Int
    let perJoin: Int
    private var site: RateBucket
    private var joins: RateBucket
    private var nodes: RateTable
    /// Approved machines that come for their bundle, by the names they ask for.
    private var approved: RateTable
    /// One taken for each refusal.
    private var refusals: RateTable

    /// - Parameters: requests a minute; that many may also come at once.
    init(perNode: Int, perSite: Int, perJoin: Int, now: Instant) {
        self.perNode = perNode
        self.perSite = perSite
        self.perJoin = perJoin
        site = RateBucket(level: Double(perSite), at: now)
        joins = RateBucket(level: Double(perJoin), at: now)
        nodes = RateTable(perMinute: perNode)
        approved = RateTable(perMinute: perNode)
        refusals = RateTable(perMinute: perNode)
    }

    /// How many nodes are remembered.
    var count: Int { max(nodes.count, approved.count, refusals.count) }

    /// Counts a request; `rateLimited` if it is one too many.
    mutating func take(_ node: NodeID, _ now: Instant) -> BeaconBusError? {
        if let wait = nodes.take(node, now) { return .rateLimited("the node \(node)", perNode, wait) }
        // A node that is over its own limit takes nothing from the others.
        return site.take(perMinute: perSite, now).map { .rateLimited("the site", perSite, $0) }
    }

    /// Counts a request to be let in. They all ask with one identity and call themselves as they like, so the name counts
    /// only where one is waited for: whoever floods keeps strangers out, nobody that was approved.
    mutating func join(_ node: NodeID, isApproved: Bool, _ now: Instant) -> BeaconBusError? {
        if isApproved { return approved.take(node, now).map { .rateLimited("the node \(node)", perNode, $0) } }
        return joins.take(perMinute: perJoin, now).map { .rateLimited("everybody who waits together", perJoin, $0) }
    }

    /// Counts a refusal.
    mutating func refused(_ node: NodeID, _ now: Instant) {
        _ = refusals.take(node, now)
    }

    /// `rateLimited` for a node that was refused so often within a minute that its next request is not looked at.
    mutating func deaf(_ node: NodeID, _ now: Instant) -> BeaconBusError? {
        refusals.wait(node, now).map { .refusedOften(node, perNode, $0) }
    }
}
