/// SplitMix64: the same seed makes the same site everywhere.
struct SimulatedRandom: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Uniform in 0 ..< 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Normally distributed, mean 0, deviation 1 (a sum of twelve uniforms).
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += fraction() }
        return sum
    }
}
