import Support
import Testing

@testable import ScannerService

@Suite("Strength histogram")
struct StrengthHistogramTests {
    @Test("R11: the median lies where half of the reports are stronger, the deviation is that of all; within a tenth")
    func againstPlainArithmetic() throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let strengths = (0..<Int.random(in: 2...300, using: &random)).map { _ in
                Int8.random(in: -127...20, using: &random)
            }
            var histogram = StrengthHistogram()
            for strength in strengths { histogram.add(strength) }
            let median = try #require(histogram.median)
            // Each strength stands for the whole decibel around it.
            #expect(strengths.filter { Double($0) - 0.5 < median + 0.06 }.count * 2 >= strengths.count)
            #expect(strengths.filter { Double($0) + 0.5 > median - 0.06 }.count * 2 >= strengths.count)
            let count = Double(strengths.count)
            let mean = strengths.map(Double.init).reduce(0, +) / count
            let squares = strengths.map { (Double($0) - mean) * (Double($0) - mean) }
            let deviation = (squares.reduce(0, +) / count).squareRoot()
            #expect(abs(try #require(histogram.deviation) - deviation) < 0.051)
        }
    }

    @Test("R11: what no controller can report counts for nothing; without reports there is no median")
    func impossible() {
        var histogram = StrengthHistogram()
        for strength in [-128, 21, 127] as [Int8] { histogram.add(strength) }
        #expect(histogram.total == 0 && histogram.median == nil && histogram.deviation == nil)
        histogram.add(-127)
        #expect(histogram.median == -127 && histogram.deviation == nil)
        histogram.add(20)
        #expect(histogram.total == 2 && histogram.deviation == 73.5)
    }

    @Test("R11: equal strengths are their own median")
    func equal() {
        var histogram = StrengthHistogram()
        for _ in 0..<1_001 { histogram.add(-61) }
        #expect(histogram.median == -61 && histogram.deviation == 0)
    }
}
