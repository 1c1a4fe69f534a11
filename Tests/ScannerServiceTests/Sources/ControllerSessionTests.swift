import Bluetooth
import Schema
import Testing

@testable import ScannerService

@Suite struct ControllerSessionTests {
    /// A session with a controller in order.
    private struct Bench {
        var session: ControllerSession
        var now = Instant(nanoseconds: 1_000_000_000)
        var sent: [UInt16] = []
        var reports = 0
        var answers = true

        init(_ setup: ControllerMachine.Setup = .full) {
            session = ControllerSession(setup, ControllerSession.Options(silence: .seconds(90)), seed: 7)
        }

        mutating func send(_ commands: [HCICommand]) {
            for command in commands {
                sent.append(command.opcode)
                guard answers else { continue }
                take([4, 0x0e, 4, 1, UInt8(command.opcode & 0xff), UInt8(command.opcode >> 8), 0])
            }
        }

        mutating func take(_ packet: [UInt8]) {
            var count = 0
            let commands = packet.withUnsafeBytes { session.take($0, at: now) { _ in count += 1 } }
            reports += count
            send(commands)
        }

        mutating func hear() {
            let before = session.reports
            take([4, 0x3e, 12, 2, 1, 3, 1, 1, 2, 3, 4, 5, 6, 0, 0xc4])
            session.noteReports(since: before, at: now)
        }

        /// To the next deadline, or so long if there is none.
        mutating func pass(_ span: Duration? = nil) {
            now = span.map { now + $0 } ?? session.deadline ?? now + .seconds(1_000_000)
            send(session.advance(to: now))
        }
    }

    @Test("R5: a quiet place is no fault, however long it stays quiet")
    func quiet() {
        var bench = Bench()
        bench.send(bench.session.begin(at: bench.now))
        #expect(bench.session.condition.state == .scanning && bench.session.deadline == nil)
        let sent = bench.sent.count
        for _ in 0..<1_000 { bench.pass(.seconds(3_600)) }
        #expect(bench.session.condition.state == .scanning && bench.sent.count == sent)
        #expect(bench.session.counters.recoveries == 0)
    }

    @Test("R5: silence where something was heard is told, the scan is set up anew, and one report ends it")
    func deaf() {
        var bench = Bench()
        bench.send(bench.session.begin(at: bench.now))
        bench.hear()
        let sent = bench.sent.count
        bench.pass(.milliseconds(89_999))
        #expect(bench.session.condition.state == .scanning && bench.sent.count == sent)
        bench.pass(.milliseconds(1))
        #expect(bench.session.condition.state == .silent)
        #expect(bench.session.condition.error?.code == .scannerSilent)
        #expect(bench.sent.count > sent && bench.session.counters.recoveries == 1)
        bench.hear()
        #expect(bench.session.condition == LiveCondition(state: .scanning))
    }

    @Test("R5: when nothing helps, the source fails as scannerSilent; the power is asked for before")
    func gone() {
        var bench = Bench(.shared)
        bench.send(bench.session.begin(at: bench.now))
        bench.hear()
        var cycles = 0
        for _ in 0..<50 where bench.session.failure == nil {
            bench.pass()
            if bench.session.wantsPowerCycle {
                cycles += 1
                bench.session.powerCycled()
            }
        }
        #expect(bench.session.failure?.code == .scannerSilent && cycles == 2)
        #expect(bench.session.condition.state == .failed)
        #expect(bench.now - Instant(nanoseconds: 1_000_000_000) < .seconds(1_800))
        // Nothing more is sent.
        let sent = bench.sent.count
        bench.pass(.seconds(10_000))
        bench.hear()
        #expect(bench.sent.count == sent)
    }

    @Test("R5: a scan that somebody switches off is told as silent, with why, until it is on again")
    func switchedOff() {
        var bench = Bench(.shared)
        bench.send(bench.session.begin(at: bench.now))
        bench.pass(.seconds(60))
        bench.take([1, 0x0c, 0x20, 2, 0, 0])
        #expect(bench.session.condition.state == .silent)
        #expect(bench.session.condition.error?.code == .adapterBusy)
        bench.pass()
        #expect(bench.session.condition == LiveCondition(state: .scanning))
        #expect(bench.session.counters.scansRestored == 1)
    }

    @Test("H4: no packet, however broken, is more than counted")
    func broken() {
        var bench = Bench()
        bench.send(bench.session.begin(at: bench.now))
        for packet in [
            [], [4], [4, 0x3e], [4, 0x3e, 9, 2], [4, 0x0e, 1], [2, 0, 0], [7, 7], [1, 0x0c], [4, 0x10, 0],
        ] {
            bench.take(packet.map(UInt8.init))
        }
        #expect(bench.session.failure == nil && bench.session.condition.state == .scanning && bench.reports == 0)
        #expect(bench.session.counters.unexpectedAnswers == 2)
    }
}
