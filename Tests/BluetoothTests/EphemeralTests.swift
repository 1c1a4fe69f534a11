import Schema
import Testing

@testable import Bluetooth

@Suite struct EphemeralTests {
    private let key = "000102030405060708090a0b0c0d0e0f"
    private let address = "c4:ac:59:00:11:22"
    // By the published computation: K = 10 at counters 65280 … and 65536 ….
    private let before = "0d16aafe30eb3439c83a6564bfdf"
    private let after = "0d16aafe30ebec31ae4cb8abc2d8"

    /// A beacon whose counter is 65,536 at the first moment.
    private func heard() -> Heard {
        Heard([.key(.eddystoneEID(scaler: 10, offset: 1_700_000_000 - 65_536), key, name: "tag")])
    }

    @Test("an EID is resolved in its own period of 2^K seconds and in those next to it, no longer")
    func window() {
        for (second, resolves) in [
            (-1_025, false), (-1_024, true), (-1, true), (0, true), (1_023, true), (1_024, true), (2_047, true),
            (2_048, false),
        ] {
            var heard = heard()
            heard.advance(Int64(second))
            heard.hear(after, from: address, type: 1)
            let id = heard.identity?.id.description
            #expect(id == (resolves ? "eddystone-eid-name-tag" : "eddystone-eid-ec31ae4cb8abc2d8"), "\(second)")
        }
    }

    @Test("periods follow each other, forwards one by one, and anew after a step of the clock")
    func rotation() {
        var heard = heard()
        heard.hear(before, from: address, type: 1)
        #expect(heard.identity?.kind == .eddystoneEIDName)
        for step in 1...3 {
            heard.advance(Int64(step * 1_024))
            heard.hear(after, from: address, type: 1)
            #expect((heard.identity?.kind == .eddystoneEIDName) == (step == 1), "\(step)")
        }
        heard.advance(-86_400)
        heard.hear(after, from: address, type: 1)
        #expect(heard.identity?.kind == .eddystoneEID)
        heard.advance(100)
        heard.hear(after, from: address, type: 1)
        #expect(heard.identity?.kind == .eddystoneEIDName)
        #expect(heard.counters.identifiersResolved == 3 && heard.counters.identifiersUnresolved == 3)
    }

    @Test("encrypted telemetry is read once its address has sent an EID of ours; another address's is not")
    func telemetry() {
        // AES-EAX by another implementation: counter 65536, salt dead.
        let frame = "1516aafe2001 24d28d821da0a7638c25fcea dead 54a2"
        var heard = heard()
        heard.hear(frame, from: address, type: 1)
        #expect(heard.values.isEmpty)
        heard.hear(after, from: address, type: 1)
        heard.hear(frame, from: address, type: 1)
        #expect(heard[.batteryMillivolts] == 3_000 && heard[.temperature] == 21.5)
        #expect(heard[.advertisements] == 69 && heard[.uptime] == 60)
        heard.hear(frame, from: "c4:ac:59:00:11:23", type: 1)
        #expect(heard.values.isEmpty)
        heard.hear("1516aafe2001 24d28d821da0a7638c25fcea dead 54a3", from: address, type: 1)
        #expect(heard.values.isEmpty)
        #expect(heard.counters.telemetryDecrypted == 1 && heard.counters.telemetryUndecrypted == 3)
        // Sent in the period after that of the EID heard.
        heard.hear(before, from: address, type: 1)
        heard.hear(frame, from: address, type: 1)
        #expect(!heard.values.isEmpty)
    }

    @Test("4,096 keys with a period of a second are kept up; no offset or clock brings a fault")
    func many() {
        let entries = (0..<4_096).map { (number: Int) -> KeyRing.Entry in
            let offset = number % 5 == 0 ? Int64.max : Int64(number) * 1_000
            let key = (0..<16).map { (index: Int) -> UInt8 in UInt8(truncatingIfNeeded: number >> (index % 2 * 8)) }
            return .key(
                .eddystoneEID(scaler: UInt8(number % 16), offset: offset), HexDigits.text(key), name: "tag\(number)")
        }
        var heard = Heard(entries)
        for second in [0, 1, 2, 3, -5, 1 << 33] as [Int64] {
            heard.advance(second)
            heard.hear(after, from: address, type: 1)
            #expect(heard.identity?.kind == .eddystoneEID)
        }
    }
}
