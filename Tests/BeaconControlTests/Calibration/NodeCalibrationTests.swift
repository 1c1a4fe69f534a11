import Schema
import Testing

@testable import BeaconControl

@Suite("A node's calibration")
struct NodeCalibrationTests {
    typealias Point = PathLossFit.Point

    @Test("R11: the offset is what the receiver hears more than the beacon's power; one place keeps the exponent")
    func offset() throws {
        let one = try NodeCalibration([Point(distance: 1, strength: -55.04)], power: -59, exponent: 2.7)
        #expect(one.offset == 4 && one.exponent == nil)
        let two = try NodeCalibration(
            [Point(distance: 1, strength: -62), Point(distance: 10, strength: -87.123)], power: -59, exponent: 2)
        #expect(two.offset == -3 && two.exponent == 2.51)
    }

    @Test(
        "R11: what no place and no receiver can be is refused with what it would be",
        arguments: [
            ([-60.0, -60], -59.0, "exponent of 0,"), ([-60, -50], -59, "exponent of -1,"),
            ([-60, -125], -59, "exponent of 6.5,"), ([-60, -80], -110, "hear 50 dB too much"),
        ])
    func refused(strengths: [Double], power: Double, words: String) {
        let points = zip([1, 10], strengths).map { Point(distance: $0, strength: $1) }
        #expect {
            try NodeCalibration(points, power: power, exponent: 2)
        } throws: { error in
            (error as? NodeCalibration.Fault)?.description.contains(words) == true
        }
    }

    @Test("R11: what is measured can always be stored", arguments: [-40.0, 40])
    func storable(offset: Double) throws {
        let found = try NodeCalibration([Point(distance: 1, strength: offset - 60)], power: -60, exponent: 2)
        let command = CalibrateCommand(node: NodeID("hall")!, offset: found.offset, exponent: found.exponent)
        #expect(throws: Never.self) { try MessageCoder.encode(Head(), command) }
    }

    @Test("R11: a place out of line is named")
    func lines() throws {
        let points = zip([1.0, 2, 4, 8, 16], [-60.0, -66, -84, -78, -84]).map { Point(distance: $0, strength: $1) }
        let lines = try NodeCalibration(points, power: -60, exponent: 2).lines(points)
        #expect(lines[0] == "  1 m: -60 dBm, taken for 1 m")
        #expect(lines.map { $0.contains("than the other places say") } == [false, false, true, false, false])
        #expect(lines[2].contains("4 m: -84 dBm") && lines[2].contains("dB less"))
    }

    @Test(
        "Numbers stand as people write them",
        arguments: [
            (0.0, 2, "0"), (-0.04, 1, "0"), (-3.25, 1, "-3.3"), (2.5, 2, "2.5"), (10, 0, "10"), (-0.5, 1, "-0.5"),
            (100, 2, "100"), (0.05, 2, "0.05"),
        ])
    func numbers(value: Double, decimals: Int, text: String) {
        #expect(NodeCalibration.text(value, decimals) == text)
    }
}
