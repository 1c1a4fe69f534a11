import Support

extension SeededGenerator {
    /// Uniform in 0 ..< 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    mutating func chance(_ probability: Double) -> Bool { fraction() < probability }

    /// Normally distributed with mean 0 and deviation 1 (sum of twelve uniforms, so never beyond six).
    mutating func normal() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += fraction() }
        return sum
    }
}
