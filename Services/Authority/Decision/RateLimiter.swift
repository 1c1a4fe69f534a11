import Schema

/// Token buckets: each node has so many requests a minute, and all of them together have a greater number. A value; time
/// comes in as an argument.
///
/// Bounded: nodes whose bucket is full again are let go, and beyond the bound the one heard of least recently.
struct RateLimiter {
    /// Buckets kept at a time.
    static let maximumNodes = 8_192

    private struct Bucket {
        var level: Double
        var at: Instant

        /// Takes one, if there is one; how long to wait otherwise.
        mutating func take(perMinute: Int, _ now: Instant) -> Duration? {
            let seconds = Double(max(0, now.nanoseconds(since: at))) / 1_000_000_000
            level = min(Double(perMinute), level + seconds * Double(perMinute) / 60)
            at = now
            guard level < 1 else {
                level -= 1
                return nil
            }
            return .milliseconds(Int64((1 - level) * 60_000 / Double(perMinute)) + 1)
        }
    }

    let perNode: Int
    let perSite: Int
    private var site: Bucket
    private var nodes: [NodeID: Bucket] = [:]

    /// - Parameters: requests a minute; that many may also come at once.
    init(perNode: Int, perSite: Int, now: Instant) {
        self.perNode = perNode
        self.perSite = perSite
        site = Bucket(level: Double(perSite), at: now)
    }

    /// How many nodes are remembered.
    var count: Int { nodes.count }

    /// Counts a request; `rateLimited` if it is one too many.
    mutating func take(_ node: NodeID, _ now: Instant) -> BeaconBusError? {
        if nodes[node] == nil, nodes.count >= Self.maximumNodes { makeRoom(now) }
        var bucket = nodes[node] ?? Bucket(level: Double(perNode), at: now)
        let wait = bucket.take(perMinute: perNode, now)
        nodes[node] = bucket
        if let wait { return .rateLimited("the node \(node)", perNode, wait) }
        // A node that is over its own limit takes nothing from the others.
        return site.take(perMinute: perSite, now).map { .rateLimited("the site", perSite, $0) }
    }

    private mutating func makeRoom(_ now: Instant) {
        let full = Duration.seconds(60)
        nodes = nodes.filter { now - $0.value.at < full }
        while nodes.count >= Self.maximumNodes, let oldest = nodes.min(by: { $0.value.at < $1.value.at }) {
            nodes[oldest.key] = nil
        }
    }
}
