import Schema
import Support
import Testing

@testable import Bluetooth

@Suite struct PlainSensorPropertyTests {
    @Test("R18: every truncation of every sample is taken without a crash, its length as it was or made to fit")
    func truncations() {
        for sample in SensorSamples.all {
            let data = bytes(sample.data)
            for length in 0..<data.count {
                check(SensorSampleTests.Heard(sample, data: Array(data.prefix(length))), "\(sample.data) \(length)")
            }
            for (start, count) in structures(data) {
                for cut in 2...max(2, count) {
                    var shorter = data
                    shorter.removeSubrange((start + cut)..<(start + 1 + count))
                    shorter[start] = UInt8(cut - 1)
                    check(SensorSampleTests.Heard(sample, data: shorter), "\(sample.data) \(start) \(cut)")
                }
            }
        }
    }

    @Test(
        "R11, R18: 100,000 random changes of each format give no value out of its range, and no field twice",
        arguments: SensorFormat.allCases.filter { !SensorSampleTests.secured.contains($0) })
    func mutations(format: SensorFormat) {
        let seed = UInt64(format.rawValue) &+ 20_261_201
        var random = SeededGenerator(seed: seed)
        let samples = SensorSamples.all.filter { $0.format == format }.map { ($0.address, bytes($0.data)) }
        var decoder = SightingDecoder()

        for round in 0..<100_000 {
            let (address, original) = samples[round % samples.count]
            var data = original
            // The lengths and types of structures mostly stay, so that the bytes of the format itself are met.
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let place = Int.random(in: 2..<data.count, using: &random)
                data[place] =
                    [0, 0xff, 0x80, 0x7f, UInt8.random(in: .min ... .max, using: &random)][
                        Int.random(in: 0..<5, using: &random)]
            }
            let sender = address.flatMap { BluetoothAddress(lenient: $0) } ?? someAddress
            data.withUnsafeBytes { bytes in
                let report = AdvertisingReport(
                    data: bytes, address: sender, addressType: UInt8(round & 1), properties: [.legacy], rawRSSI: -60)
                decoder.decode(report) { sighting in
                    guard let values = sighting.values else { return }
                    if let flaw = Self.flaw(values.pointee) { Issue.record("\(flaw), seed \(seed), round \(round)") }
                }
            }
        }

        #expect(decoder.counters.sensors > 5_000, "so many changed frames were still frames")
    }

    private func check(_ heard: SensorSampleTests.Heard, _ what: String) {
        guard let sighting = heard.sighting else { return }
        if let flaw = Self.flaw(sighting.values) { Issue.record("\(flaw): \(what)") }
    }

    /// What is wrong with values; nil if each is possible and there once.
    static func flaw(_ values: TelemetryValues) -> String? {
        var low: UInt64 = 0
        var high: UInt64 = 0
        for index in 0..<Int(values.count) {
            guard let (field, number) = values[index] else { return "no value \(index)" }
            if !field.range.contains(number) { return "\(field) is \(number)" }
            let bit = UInt64(1) << UInt64(field.rawValue & 63)
            let there = field.rawValue < 64 ? low & bit : high & bit
            if there != 0 { return "\(field) twice" }
            if field.rawValue < 64 { low |= bit } else { high |= bit }
        }
        return nil
    }

    /// Where the structures begin, and their lengths.
    private func structures(_ data: [UInt8]) -> [(Int, Int)] {
        var result: [(Int, Int)] = []
        var offset = 0
        while offset < data.count, data[offset] > 0, offset + Int(data[offset]) < data.count {
            result.append((offset, Int(data[offset])))
            offset += Int(data[offset]) + 1
        }
        return result
    }
}
