internal import Schema

/// A small generator for jitter.
struct SplitMix64Seed: Sendable {
    var state: UInt64

    /// So long, up to a quarter more.
    mutating func jittered(_ span: Duration) -> Duration {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return span + .nanoseconds(Int64(mixed >> 40) * (span.saturatedNanoseconds / 4) >> 24)
    }
}
