import Schema

/// A bucket for each node. A value.
///
/// Bounded: nodes whose bucket is full again are let go, and beyond the bound the one heard of least recently.
struct RateTable {
    /// Buckets kept at a time.
    static let maximum = 8_192

    let perMinute: Int
    private var buckets: [NodeID: RateBucket] = [:]

    init(perMinute: Int) {
        self.perMinute = perMinute
    }

    var count: Int { buckets.count }

    /// Takes one of the node's, if there is one; how long to wait otherwise.
    mutating func take(_ node: NodeID, _ now: Instant) -> Duration? {
        if buckets[node] == nil, buckets.count >= Self.maximum { makeRoom(now) }
        return buckets[node, default: RateBucket(level: Double(perMinute), at: now)].take(perMinute: perMinute, now)
    }

    /// How long to wait until there is one; nil if there is.
    mutating func wait(_ node: NodeID, _ now: Instant) -> Duration? {
        buckets[node]?.wait(perMinute: perMinute, now)
    }

    private mutating func makeRoom(_ now: Instant) {
        let full = Duration.seconds(60)
        buckets = buckets.filter { now - $0.value.at < full }
        while buckets.count >= Self.maximum, let oldest = buckets.min(by: { $0.value.at < $1.value.at }) {
            buckets[oldest.key] = nil
        }
    }
}
