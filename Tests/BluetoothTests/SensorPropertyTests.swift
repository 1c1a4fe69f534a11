import Schema
import Support
import Testing

@testable import Bluetooth

@Suite struct SensorPropertyTests {
    private let address = "54:48:e6:8f:80:a5"
    private let key = "231d39c1d7cc1ab1aee224cd096db932"

    private func frames() -> [[UInt8]] {
        [
            structure("16", "d2fc 40 0009 015d 02ca09 03bf13 5303616263 3a01"),
            structure("16", "d2fc 42 a5808fe64854 015d 3c0102"),
            structure("16", SealedFrames.btHome2("015d 02ca09 3a01", counter: 77, address: address, key: key)),
            structure("16", "1c18 020009 23 02ca09 0303bf13 023a01"),
            structure("16", SealedFrames.btHome1("2302ca09 0303bf13", counter: 78, address: address, key: key)),
            structure("16", "95fe 7050 5b05 01 a5808fe64854 28 01 0d1004fe004802 0110 03 000001"),
            structure("16", SealedFrames.miBeacon("0a100164", counter: 79, address: address, key: key)),
            structure("16", "95fe 5830b603368b98c54124f88bb8f2661351000000d6"),
            structure("16", SealedFrames.atc("2909 4d10 3d 00", counter: 17, address: address, key: key)),
        ].map(bytes)
    }

    @Test("R18: frames cut at each byte never fault, and give nothing that the whole does not give")
    func cuts() {
        for frame in frames() {
            for count in 4..<frame.count {
                var cut = Array(frame.prefix(count))
                cut[0] = UInt8(count - 1)
                for keys in [[], [KeyRing.Entry.bind(address, key)]] {
                    var whole = Heard(keys)
                    whole.hear(frame, from: address)
                    var heard = Heard(keys)
                    heard.hear(cut, from: address)
                    // An encrypted one cut short has a wrong tag; a clear one holds fewer objects.
                    #expect(heard.values.count <= whole.values.count)
                }
            }
        }
    }

    @Test(
        "R18, R12: frames changed at random never fault; what they give lies within the fields' ranges",
        arguments: 1...20)
    func mutations(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var heard = Heard([.bind(address, key), .bind("f8:24:41:c5:98:8b", "b853075158487ca39a5b5ea9")])
        let frames = frames()
        for round in 0..<5_000 {
            var frame = frames[Int.random(in: 0..<frames.count, using: &random)]
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: 1..<frame.count, using: &random)
                frame[index] = UInt8.random(in: 0...255, using: &random)
            }
            if round.isMultiple(of: 7) { frame += (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) } }
            frame[0] = UInt8(frame.count - 1)
            heard.hear(frame, from: round.isMultiple(of: 2) ? address : "f8:24:41:c5:98:8b")
            for index in 0..<Int(heard.values.count) {
                guard let (field, number) = heard.values[index] else { continue }
                #expect(field.definition.range.contains(number), "seed \(seed), round \(round)")
            }
        }
    }

    @Test("what the test seals, the decoder opens: any objects, counters, addresses and keys", arguments: 1...5)
    func roundTrips(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let key = HexDigits.text((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
            let address = BluetoothAddress(truncating: .random(in: .min ... .max, using: &random)).description
            let counter = UInt32.random(in: 0...0xff_ffff, using: &random)
            let battery = Int.random(in: 0...100, using: &random)
            let level = HexDigits.text([UInt8(battery)])
            let filling = String(repeating: "5300", count: Int.random(in: 0...7, using: &random))
            for frame in [
                SealedFrames.btHome2(filling + "01" + level, counter: counter, address: address, key: key),
                SealedFrames.btHome1("0201" + level, counter: counter, address: address, key: key),
                SealedFrames.miBeacon("0a1001" + level, counter: counter, address: address, key: key),
                SealedFrames.atc("29094d10" + level + "00", counter: UInt8(counter & 0xff), address: address, key: key),
            ] {
                var heard = Heard([.bind(address, key)])
                heard.hear(structure("16", frame), from: address)
                #expect(heard[.battery] == Double(battery), "seed \(seed): \(frame)")
                #expect(heard.identity?.id.description.hasPrefix("mac-") == true)
            }
        }
    }
}
