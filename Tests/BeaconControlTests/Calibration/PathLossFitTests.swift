import Glibc
import Support
import Testing

@testable import BeaconControl

@Suite("Path loss from places")
struct PathLossFitTests {
    typealias Point = PathLossFit.Point

    static func strength(_ level: Double, _ exponent: Double, _ distance: Double) -> Double {
        level - 10 * exponent * log10(distance)
    }

    @Test("R11: without noise the model itself comes out, for any places")
    func exact() throws {
        for seed in 1...300 as ClosedRange<UInt64> {
            var random = SeededGenerator(seed: seed)
            let level = Double.random(in: -90 ... -30, using: &random)
            let exponent = Double.random(in: 1...6, using: &random)
            var distance = Double.random(in: 0.1...2, using: &random)
            let points = (0..<Int.random(in: 2...8, using: &random)).map { _ in
                distance *= Double.random(in: 1.3...3, using: &random)
                return Point(distance: distance, strength: Self.strength(level, exponent, distance))
            }.shuffled(using: &random)
            let fit = try #require(PathLossFit(points))
            #expect(abs(fit.level - level) < 1e-6 && abs(fit.exponent - exponent) < 1e-6)
            for point in points {
                #expect(abs(fit.strength(at: point.distance) - point.strength) < 1e-6)
                #expect(abs(fit.distance(of: point.strength) / point.distance - 1) < 1e-6)
            }
        }
    }

    @Test(
        "R11: one place of five that is spoiled by 20 dB moves the exponent by less than 0.4, the level by less than 4 dB"
    )
    func robust() throws {
        for spoiled in 0..<5 {
            for off in [-20.0, 20] {
                let points = [1.0, 2, 4, 8, 16].enumerated().map { index, distance in
                    Point(
                        distance: distance,
                        strength: Self.strength(-60, 2.4, distance) + (index == spoiled ? off : [0.5, -0.5][index % 2]))
                }
                let fit = try #require(PathLossFit(points))
                #expect(abs(fit.exponent - 2.4) < 0.4, "\(spoiled) \(off): \(fit)")
                #expect(abs(fit.level + 60) < 4, "\(spoiled) \(off): \(fit)")
            }
        }
    }

    @Test("R11: distances that are nearly alike, or a single one, say nothing of the exponent, but of the level")
    func level() throws {
        #expect(PathLossFit([]) == nil && PathLossFit([], exponent: 2) == nil)
        #expect(PathLossFit([Point(distance: 2, strength: -70)]) == nil)
        #expect(PathLossFit([Point(distance: 2, strength: -70), Point(distance: 2.2, strength: -60)]) == nil)
        let fit = try #require(PathLossFit([Point(distance: 10, strength: -80)], exponent: 2))
        #expect(abs(fit.level + 60) < 1e-9 && fit.exponent == 2)
    }
}
