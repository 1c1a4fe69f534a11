import Schema
import Testing

@testable import Bluetooth

@Suite struct ControllerMachineTests {
    private static let legacy: [UInt16] = [0x0c03, 0x1002, 0x1009, 0x0c01, 0x2001, 0x200c, 0x200b, 0x200c]
    private static let extended: [UInt16] = [0x0c03, 0x1002, 0x1009, 0x0c01, 0x2001, 0x2042, 0x2041, 0x2042]

    @Test(
        "R7: a controller that is ours is reset and set up, then scans without a duplicate filter",
        arguments: [false, true])
    func full(isExtended: Bool) {
        var bench = ControllerBench { [ControllerEvent.good($0, extended: isExtended)] }
        bench.begin()
        #expect(bench.machine.isScanning && bench.machine.isExtended == isExtended && bench.broken.isEmpty)
        #expect(bench.sent.map(\.opcode) == (isExtended ? Self.extended : Self.legacy))
        // Enable 1, filter 0; extended: without duration and period.
        #expect(bench.sent.last?.parameters == (isExtended ? [1, 0, 0, 0, 0, 0] : [1, 0]))
        #expect(bench.machine.address?.description == "06:05:04:03:02:01")
        #expect(bench.machine.counters == ControllerMachine.Counters())
    }

    @Test(
        "R7: a controller that the kernel has set up is neither reset nor given masks; a scan that is on is ended first"
    )
    func shared() {
        var bench = ControllerBench(.shared) { [ControllerEvent.good($0, extended: true)] }
        bench.begin()
        #expect(bench.machine.isScanning && bench.broken.isEmpty)
        #expect(bench.sent.map(\.opcode) == [0x1002, 0x2042, 0x2041, 0x2042])
        #expect(bench.sent[1].parameters.first == 0)
        #expect(bench.machine.stop().map(\.bytes) == [[0x01, 0x42, 0x20, 6, 0, 0, 0, 0, 0, 0]])
    }

    @Test("R7: spans become units of 0.625 ms within their range; the window never exceeds the interval")
    func parameters() {
        let scan = ScanParameters(isActive: true, interval: .milliseconds(100), window: .milliseconds(30))
        #expect(HCICommand.setScanParameters(scan, ownAddressType: 1).parameters == [1, 160, 0, 48, 0, 1, 0])
        let extremes = ScanParameters(interval: .milliseconds(1), window: .seconds(60))
        #expect(extremes.interval == 4 && extremes.window == 4)
        #expect(ScanParameters(interval: .seconds(60), window: .seconds(60)).window == 0x4000)
        let coded = ScanParameters(listensToCodedPHY: true)
        #expect(
            HCICommand.setExtendedScanParameters(coded, ownAddressType: 0).parameters
                == [0, 0, 5, 0, 96, 0, 96, 0, 0, 96, 0, 96, 0])
    }

    @Test(
        "R7: where the kernel uses the other pair of scan commands, that pair is used, and again after an interruption")
    func otherPair() {
        for isExtended in [false, true] {
            // Says one and allows only the other.
            var bench = ControllerBench(.shared) { command in
                let isRefused = isExtended ? command.opcode >> 4 == 0x204 : command.opcode >> 4 == 0x200
                return isRefused
                    ? [ControllerEvent.complete(command.opcode, status: 0x0c)]
                    : [ControllerEvent.good(command, extended: isExtended)]
            }
            bench.begin()
            #expect(bench.machine.isScanning && bench.machine.isExtended == !isExtended)
            let refused = bench.machine.counters.refused
            bench.pass(.seconds(10))
            bench.overhear(isExtended ? 0x200c : 0x2042, [0, 0])
            #expect(bench.settle() && bench.machine.isScanning && bench.broken.isEmpty)
            #expect(bench.interruptions == [.switchedOff] && bench.machine.counters.refused == refused)
        }
    }

    @Test("R7: a controller that cannot listen to long range listens without it", arguments: [UInt8(0x11), 0x12])
    func coded(status: UInt8) {
        var bench = ControllerBench(scan: ScanParameters(listensToCodedPHY: true)) { command in
            command.opcode == 0x2041 && command.parameters[2] & 4 != 0
                ? [ControllerEvent.complete(0x2041, status: status)] : [ControllerEvent.good(command, extended: true)]
        }
        bench.begin()
        #expect(bench.machine.isScanning && bench.broken.isEmpty && bench.failure == nil)
    }

    @Test("R7: a controller without an address asks for scan responses under a random static one")
    func randomAddress() throws {
        var bench = ControllerBench(scan: ScanParameters(isActive: true)) { command in
            command.opcode == 0x1009
                ? [ControllerEvent.complete(0x1009, values: [UInt8](repeating: 0, count: 6))]
                : [ControllerEvent.good(command)]
        }
        bench.begin()
        #expect(bench.machine.isScanning)
        let address = try #require(bench.sent.first { $0.opcode == 0x2005 })
        #expect(address.parameters[5] >> 6 == 3)
        #expect(bench.sent.first { $0.opcode == 0x200b }?.parameters[5] == 1)
    }

    @Test("R5: the scan that somebody else switches off is switched on again, after a pause, and counted")
    func switchedOff() {
        var bench = ControllerBench(.shared) { [ControllerEvent.good($0)] }
        bench.begin()
        for count in 1...20 {
            bench.pass(.seconds(10))
            bench.feed(ControllerEvent.complete(0x200c))
            #expect(!bench.machine.isScanning)
            #expect(bench.settle(within: .seconds(1)) && bench.machine.isScanning)
            #expect(bench.machine.counters.switchedOff == UInt64(count))
        }
        // By somebody who does it each time at once: it is given up, and said why.
        bench.replace { command in
            [ControllerEvent.good(command)] + (command.isScanOn ? [ControllerEvent.complete(0x200c)] : [])
        }
        bench.overhear(0x200c, [0, 0])
        let isOver = bench.settle()
        #expect(isOver)
        #expect(bench.failure?.code == .adapterBusy && bench.broken.isEmpty)
    }

    @Test("R5: another program's scan parameters are counted, its reset is noticed")
    func replaced() {
        var bench = ControllerBench(.shared) { [ControllerEvent.good($0)] }
        bench.begin()
        bench.overhear(0x200c, [1, 1])
        #expect(bench.machine.isScanning && bench.machine.counters.replaced == 1)
        bench.overhear(0x200c, [])
        #expect(bench.machine.counters.replaced == 2)
        bench.pass(.seconds(10))
        bench.overhear(0x0c03, [])
        #expect(!bench.machine.isScanning && bench.settle() && bench.machine.isScanning)
    }

    @Test(
        "R5: hardware errors and resets of its own are repaired by setting up anew; one that does it always has failed")
    func hardwareErrors() {
        for event in [ControllerEvent.hardwareError(3), ControllerEvent.complete(0x0c03)] {
            var bench = ControllerBench { [ControllerEvent.good($0)] }
            bench.begin()
            for _ in 0..<50 {
                bench.pass(.seconds(90))
                bench.feed(event)
                #expect(bench.sent.count >= 8 && !bench.machine.isScanning)
                #expect(bench.settle(within: .seconds(30)) && bench.machine.isScanning)
            }
            #expect(bench.sent.filter { $0.opcode == 0x0c03 }.count == 51)
            while bench.failure == nil, bench.settle(), bench.sent.count < 2_000 { bench.feed(event) }
            #expect(bench.failure?.code == .adapterFailed && bench.broken.isEmpty)
            // Nothing more comes of it.
            let count = bench.sent.count
            bench.feed(event)
            bench.pass(.seconds(600))
            #expect(bench.sent.count == count && bench.machine.stop().isEmpty)
        }
    }

    @Test("R5: a recovery of a deaf controller begins with a reset where it is ours")
    func recovers() {
        var bench = ControllerBench { [ControllerEvent.good($0)] }
        bench.begin()
        bench.recover()
        #expect(bench.machine.isScanning && bench.interruptions == [.requested])
        #expect(bench.sent.map(\.opcode) == Self.legacy + Self.legacy)
    }

    @Test("H4: no command is sent without a credit; one that never comes is a time-out")
    func credits() {
        var bench = ControllerBench { command in
            let answer = ControllerEvent.good(command)
            return [[answer[0], answer[1], 0] + answer[3...]]
        }
        bench.begin()
        for count in 1...8 {
            #expect(bench.sent.count == count && !bench.machine.isScanning || count == 8)
            // A Command Complete for no command, a Command Status that only grants.
            bench.feed(count.isMultiple(of: 2) ? [0x0e, 3, 1, 0, 0] : ControllerEvent.status(0, 0))
        }
        #expect(bench.machine.isScanning && bench.broken.isEmpty)
        bench.recover()
        let isOver = bench.settle()
        #expect(isOver)
        #expect(bench.failure?.code == .adapterFailed)
        #expect(bench.failure?.reason.contains("took no command") == true)
    }

    @Test("H4: a Command Status without an error only announces the answer")
    func pending() {
        var bench = ControllerBench {
            [ControllerEvent.status($0.opcode, 0), ControllerEvent.good($0, extended: true)]
        }
        bench.begin()
        #expect(bench.machine.isScanning && bench.machine.isExtended && bench.machine.counters.unexpected == 0)
        var silent = ControllerBench { [ControllerEvent.status($0.opcode, 0)] }
        silent.begin()
        #expect(silent.settle() && silent.failure?.code == .adapterFailed && silent.broken.isEmpty)
    }
}
