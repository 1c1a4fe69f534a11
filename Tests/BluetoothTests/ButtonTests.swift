import Schema
import Testing

@testable import Bluetooth

@Suite struct ButtonTests {
    private let address = "54:48:e6:8f:80:a5"
    private let key = "231d39c1d7cc1ab1aee224cd096db932"

    @Test("D22: a press raises the counter once, however often its packet is heard")
    func packets() {
        var heard = Heard()
        for (frame, event, total) in [
            ("40 0001 3a01", 1.0, 1.0), ("40 0001 3a01", 1, 1), ("40 0002 3a01", 1, 2), ("40 0003 3a00", nil, 2),
            ("40 0004 3a04", 4, 3), ("40 0004 3a04", 4, 3), ("40 0004 0164", nil, nil),
        ] as [(String, Double?, Double?)] {
            heard.hear(structure("16", "d2fc" + frame), from: address)
            #expect(heard[.buttonEvent] == event && heard[.buttons] == total, "\(frame)")
        }
        // A device that begins with the same number again, long after.
        heard.advance(60)
        heard.hear(structure("16", "d2fc 40 0004 3a04"), from: address)
        #expect(heard[.buttons] == 4)
    }

    @Test("without a packet number the same bytes are the same press for ten seconds")
    func noPackets() {
        var heard = Heard()
        for (second, frame, total) in [
            (0, "40 3a01", 1.0), (9, "40 3a01", 1), (18, "40 3a01", 1), (28, "40 3a01", 2), (29, "40 3a00", 2),
            (30, "40 3a01", 3), (31, "40 3a02", 4),
        ] {
            heard.advance(Int64(second))
            heard.hear(structure("16", "d2fc" + frame), from: address)
            #expect(heard[.buttons] == total, "\(second)")
        }
    }

    @Test("of several buttons the first pressed is named, and each press counts")
    func several() {
        var heard = Heard()
        heard.hear(structure("16", "d2fc 40 0001 3a00 3a01 3a03"), from: address)
        #expect(heard[.buttonEvent] == 1 && heard[.button] == 2 && heard[.buttons] == 2)
    }

    @Test("a dimmer's turn has its direction, and counts")
    func dimmer() {
        var heard = Heard()
        heard.hear(structure("16", "d2fc 40 0001 3c0103"), from: address)
        #expect(heard[.dimmerSteps] == -3 && heard[.buttons] == 1)
        heard.hear(structure("16", "d2fc 40 0002 3c020a"), from: address)
        #expect(heard[.dimmerSteps] == 10 && heard[.buttons] == 2)
        heard.hear(structure("16", "d2fc 40 0003 3c0000"), from: address)
        #expect(heard[.dimmerSteps] == nil && heard[.buttons] == 2)
    }

    @Test("encrypted presses count by their counter, and once for a packet sent under several counters")
    func encrypted() {
        var heard = Heard([.bind(address, key)])
        for (counter, objects, total) in [
            (1, "0001 3a01", 1.0), (2, "0001 3a01", 1), (3, "0002 3a01", 2), (4, "3a01", 3), (5, "3a01", 4),
        ] as [(UInt32, String, Double)] {
            let frame = SealedFrames.btHome2(objects, counter: counter, address: address, key: key)
            heard.hear(structure("16", frame), from: address)
            #expect(heard[.buttons] == total, "\(counter)")
        }
    }

    @Test("R12: what is remembered of devices with buttons is bounded, and displacement counted")
    func bounded() {
        var heard = Heard()
        for number in 0..<10_000 {
            let stranger = HexDigits.text([0xc0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xff)])
            heard.hear(structure("16", "d2fc 40 0001 3a01"), from: stranger)
        }
        #expect(heard.counters.evicted >= UInt64(10_000 - SensorMemory.capacity))
        #expect(heard.counters.evicted < 10_000)
    }
}
