import Schema
import Support
import Testing

@testable import Bluetooth

/// Controllers that refuse, do not answer, answer too late, twice, or nonsense.
@Suite struct HostileControllerTests {
    private static let opcodes: [UInt16] = [0x0c03, 0x1002, 0x1009, 0x0c01, 0x2001, 0x200c, 0x200b, 0x2042, 0x2041]

    @Test("H4: each status to each command ends in a scan or in a failure that names command and status")
    func statuses() {
        for setup in [ControllerMachine.Setup.full, .shared] {
            for isExtended in [false, true] {
                for opcode in Self.opcodes {
                    for status in UInt8(1)...255 {
                        var bench = ControllerBench(setup) { command in
                            command.opcode == opcode
                                ? [
                                    status.isMultiple(of: 2)
                                        ? ControllerEvent.complete(opcode, status: status)
                                        : ControllerEvent.status(opcode, status)
                                ] : [ControllerEvent.good(command, extended: isExtended)]
                        }
                        bench.begin()
                        let isOver = bench.settle(within: .seconds(120))
                        guard isOver, bench.broken.isEmpty else {
                            Issue.record("\(setup), \(opcode), status \(status): \(bench.broken)")
                            continue
                        }
                        guard let failure = bench.failure else { continue }
                        let isBusy = status == 0x0c || status == 0x0d || status == 0x3a
                        let name = HCICommand.name(opcode)
                        let code = "0x" + HexDigits.text(UInt64(status), bytes: 1)
                        guard failure.code == (isBusy ? .adapterBusy : .adapterFailed), failure.reason.contains(name),
                            failure.reason.contains(code), bench.sent.count < 100
                        else {
                            Issue.record("\(setup), \(opcode), status \(status): \(failure.reason)")
                            continue
                        }
                    }
                }
            }
        }
    }

    @Test("H4: a refused reset, parameters or enable is a failure after five attempts; a refused mask is none")
    func whichFail() {
        func outcome(_ opcode: UInt16) -> BeaconBusError? {
            var bench = ControllerBench { command in
                [
                    command.opcode == opcode
                        ? ControllerEvent.complete(opcode, status: 0x1f) : ControllerEvent.good(command)
                ]
            }
            bench.begin()
            #expect(bench.settle() && bench.broken.isEmpty)
            if bench.failure != nil {
                #expect(bench.sent.filter { $0.opcode == opcode }.count == 5)
            }
            return bench.failure
        }
        #expect(outcome(0x0c03)?.code == .adapterFailed)
        #expect(outcome(0x200b)?.code == .adapterFailed)
        for opcode in [0x1002, 0x1009, 0x0c01, 0x2001] as [UInt16] { #expect(outcome(opcode) == nil) }
    }

    @Test("H4: a command that is never answered is a failure within two minutes, and is named")
    func silence() {
        for opcode in Self.opcodes {
            let isExtended = opcode >> 4 == 0x204
            var bench = ControllerBench { command in
                command.opcode == opcode ? [] : [ControllerEvent.good(command, extended: isExtended)]
            }
            bench.begin()
            #expect(bench.settle(within: .seconds(120)) && bench.broken.isEmpty)
            #expect(bench.failure?.code == .adapterFailed)
            #expect(bench.failure?.reason.contains(HCICommand.name(opcode)) == true)
            #expect(bench.machine.counters.unanswered == 5)
        }
    }

    @Test("H4: answers that come too late are counted and never make a scan")
    func tooLate() {
        var bench = ControllerBench { _ in [] }
        bench.begin()
        // The answer comes once it is not waited for any more, and before it is asked for again.
        for _ in 0..<4 {
            guard let command = bench.sent.last, let deadline = bench.machine.deadline else { break }
            bench.pass(deadline - bench.now)
            bench.feed(ControllerEvent.good(command))
            guard let pause = bench.machine.deadline else { break }
            bench.pass(pause - bench.now)
        }
        #expect(bench.machine.counters.unexpected == 4 && bench.broken.isEmpty)
        #expect(bench.settle() && bench.failure?.code == .adapterFailed)
    }

    @Test("H4: answers that come twice are counted and change nothing")
    func doubled() {
        for isExtended in [false, true] {
            var bench = ControllerBench { command in
                let answer = ControllerEvent.good(command, extended: isExtended)
                return [answer, answer]
            }
            bench.begin()
            #expect(bench.machine.isScanning && bench.broken.isEmpty && bench.interruptions.isEmpty)
            #expect(bench.machine.counters.unexpected > 0)
        }
    }

    @Test("H4: a scan whose begin is taken back is begun again")
    func takenBack() {
        var bench = ControllerBench { [ControllerEvent.good($0)] }
        bench.begin()
        bench.pass(.seconds(120))
        bench.feed(ControllerEvent.complete(0x200c, status: 0x1f))
        #expect(!bench.machine.isScanning && bench.interruptions == [.refused(0x1f)])
        #expect(bench.settle() && bench.machine.isScanning && bench.broken.isEmpty)
    }

    @Test("H4: an event cut at any byte is no answer, and none is read beyond its end")
    func cut() {
        let events = [
            ControllerEvent.complete(0x200c), ControllerEvent.status(0x200c, 0x0c), ControllerEvent.hardwareError(1),
            ControllerEvent.good(.readLocalSupportedCommands), [0x0e, 3, 1, 0, 0],
        ]
        for event in events {
            #expect(event.withUnsafeBytes { HCIReply($0) } != nil)
            for length in 0..<event.count {
                #expect(Array(event[..<length]).withUnsafeBytes { HCIReply($0) } == nil)
                // A length byte that fits what is left, too.
                guard length >= 2 else { continue }
                var short = Array(event[..<length])
                short[1] = UInt8(length - 2)
                _ = short.withUnsafeBytes { HCIReply($0) }
            }
        }
    }

    @Test(
        "H4: whatever comes, it never scans without an acknowledgement, never stands still, never runs hot",
        arguments: 1...40)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let setup = seed.isMultiple(of: 2) ? ControllerMachine.Setup.full : .shared
        let isExtended = Bool.random(using: &random)
        let nonsense = Int.random(in: 0...60, using: &random)
        var source = random
        var bench = ControllerBench(setup, scan: ScanParameters(isActive: .random(using: &random)), seed: seed) {
            command in
            guard Int.random(in: 0..<100, using: &source) < nonsense else {
                return [ControllerEvent.good(command, extended: isExtended)]
            }
            return (0..<Int.random(in: 0...3, using: &source)).map { _ in
                Self.event(command.opcode, &source)
            }
        }
        bench.begin()
        for _ in 0..<400 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bench.recover()
            case 1:
                bench.overhear(Self.opcodes.randomElement(using: &random)!, [UInt8.random(in: 0...1, using: &random)])
            case 2: bench.feed(Self.event(Self.opcodes.randomElement(using: &random)!, &random))
            default: bench.pass(.milliseconds(Int.random(in: 0...9_000, using: &random)))
            }
        }
        let isOver = bench.settle(within: .seconds(120))
        #expect(isOver, "seed \(seed)")
        #expect(bench.broken.isEmpty, "seed \(seed): \(bench.broken)")
        // Eight commands each time, and at most five times within a pause of a quarter of a second.
        #expect(bench.sent.count < 40_000, "seed \(seed)")
    }

    private static func event(_ opcode: UInt16, _ random: inout SeededGenerator) -> [UInt8] {
        let other = Bool.random(using: &random) ? opcode : opcodes.randomElement(using: &random)!
        let status = Bool.random(using: &random) ? 0 : UInt8.random(in: 0...255, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return ControllerEvent.hardwareError(status)
        case 1: return ControllerEvent.status(other, status, credits: UInt8.random(in: 0...2, using: &random))
        case 2: return [0x0e, 3, UInt8.random(in: 0...2, using: &random), 0, 0]
        case 3:
            return (0..<Int.random(in: 0...20, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
        default:
            let values = (0..<Int.random(in: 0...64, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            return ControllerEvent.complete(
                other, status: status, values: values, credits: UInt8.random(in: 0...2, using: &random))
        }
    }
}
