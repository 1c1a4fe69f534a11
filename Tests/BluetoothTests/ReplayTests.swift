import Schema
import Testing

@testable import Bluetooth

@Suite struct ReplayTests {
    private let address = "54:48:e6:8f:80:a5"
    private let key = "231d39c1d7cc1ab1aee224cd096db932"

    private func heard() -> Heard { Heard([.bind(address, key)]) }

    private func hear(_ counter: UInt32, _ heard: inout Heard, battery: Int = 93) {
        let frame = SealedFrames.btHome2(
            "01" + HexDigits.text([UInt8(battery)]), counter: counter, address: address, key: key)
        heard.hear(structure("16", frame), from: address)
    }

    @Test("D13: a counter that does not rise is refused and counted, however the frame was recorded")
    func rising() {
        var heard = heard()
        hear(1_000, &heard)
        #expect(heard[.battery] == 93)
        hear(1_001, &heard, battery: 92)
        #expect(heard[.battery] == 92)
        hear(1_000, &heard)
        #expect(heard.values.isEmpty)
        hear(999, &heard)
        hear(150, &heard)
        #expect(heard.values.isEmpty && heard.counters.replayed == 3)
        hear(1_001, &heard)
        #expect(heard.values.isEmpty && heard.counters.repeated == 1)
        hear(5_000, &heard)
        #expect(heard[.battery] == 93 && heard.counters.decrypted == 3)
    }

    @Test("a device that begins anew is taken after five minutes without a newer frame, not before")
    func restart() {
        var heard = heard()
        hear(90_000, &heard)
        heard.advance(299)
        hear(5, &heard)
        #expect(heard.values.isEmpty && heard.counters.replayed == 1)
        hear(90_001, &heard)
        heard.advance(598)
        hear(5, &heard)
        #expect(heard.values.isEmpty)
        heard.advance(599)
        hear(5, &heard)
        #expect(heard[.battery] == 93 && heard.counters.restarted == 1)
        hear(4, &heard)
        #expect(heard.values.isEmpty)
        hear(6, &heard)
        #expect(heard[.battery] == 93)
    }

    @Test("a beginning that nobody heard is taken after a day, so that no device is locked out")
    func lostBeginning() {
        var heard = heard()
        hear(90_000, &heard)
        heard.advance(86_399)
        hear(1_000, &heard)
        #expect(heard.values.isEmpty)
        heard.advance(86_400)
        hear(1_000, &heard)
        #expect(heard[.battery] == 93 && heard.counters.restarted == 1)
    }

    @Test("a 32-bit counter may run over, from its last hundred to its first hundred")
    func runOver() {
        var heard = heard()
        hear(.max - 5, &heard)
        hear(2, &heard)
        #expect(heard[.battery] == 93)
        hear(.max - 4, &heard)
        #expect(heard[.battery] == 93)
        hear(100, &heard)
        #expect(heard.values.isEmpty && heard.counters.replayed == 1)
    }

    @Test("where nobody tells the time, a lower counter is never taken")
    func noClock() {
        var guarding = ReplayGuard()
        guarding.take(90_000, at: .zero)
        #expect(guarding.judge(1, .whole, at: .zero) == .replayed)
    }

    @Test("counters of a byte go round: up to 127 ahead is newer, the rest a replay until five minutes have passed")
    func bytes() {
        var guarding = ReplayGuard()
        guarding.take(250, at: .zero)
        for ahead in 1...127 { #expect(guarding.judge(UInt32(250 + ahead) & 0xff, .byte, at: .zero) == .fresh) }
        for behind in 1...128 {
            #expect(guarding.judge(UInt32(506 - behind) & 0xff, .byte, at: .zero + .seconds(299)) == .replayed)
            #expect(guarding.judge(UInt32(506 - behind) & 0xff, .byte, at: .zero + .seconds(300)) == .restarted)
        }
        // MiBeacon: a device that uses the low byte only, and one that uses more.
        guarding.take(255, at: .zero)
        #expect(guarding.judge(0, .wholeOrByte, at: .zero) == .fresh)
        guarding.take(0x1ff, at: .zero)
        #expect(guarding.judge(0x100, .wholeOrByte, at: .zero) == .replayed)
        #expect(guarding.judge(0, .wholeOrByte, at: .zero) == .replayed)
    }

    @Test("new keys leave the counters of unchanged ones: what was refused stays refused")
    func newRing() {
        var heard = heard()
        hear(1_000, &heard)
        heard.decoder.use(KeyRing([.bind("a4:c1:38:8d:18:b2", key), .bind(address, key)]))
        hear(999, &heard)
        #expect(heard.values.isEmpty && heard.counters.replayed == 1)
        // Another key is another device as far as counters go.
        let other = "00" + key.dropFirst(2)
        heard.decoder.use(KeyRing([.bind(address, other)]))
        heard.hear(
            structure("16", SealedFrames.btHome2("015d", counter: 1, address: address, key: other)), from: address)
        #expect(heard[.battery] == 93)
    }

    @Test("D13: a crowd of other addresses makes no counter forgotten")
    func crowd() {
        var heard = heard()
        hear(1_000, &heard)
        for number in 0..<20_000 {
            let stranger = HexDigits.text([0xc0, 0, 0, 0, UInt8(number >> 8), UInt8(number & 0xff)])
            heard.hear(structure("16", "d2fc 40 0001 3a01"), from: stranger)
        }
        #expect(heard.counters.evicted > 0)
        hear(1_000, &heard)
        hear(999, &heard)
        #expect(heard.counters.repeated == 1 && heard.counters.replayed == 1)
    }
}
