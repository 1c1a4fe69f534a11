import Bluetooth
import Glibc
import Schema
import Testing

@testable import ScannerService

/// The kernel's management as a test plays it.
private final class PlayedKernel {
    /// What adapters there are; those that are not offered are only present.
    var offered: [UInt16: [UInt8]] = [:]
    var present: [UInt16] = []
    var blocks: [UInt16: RadioBlock] = [:]
    /// Whether a connection can be made, and holds.
    var isReachable = true
    var isBroken = false
    var answers = true
    private(set) var opened = 0
    private var channels: [Channel] = []

    var sight: AdapterSight {
        AdapterSight(
            open: { [self] () throws(BeaconBusError) in
                guard isReachable else { throw BeaconBusError(.adapterFailed, reason: "no files left", suggestion: "") }
                opened += 1
                let channel = Channel(self)
                channels.append(channel)
                return channel
            }, blocks: { [self] _ in blocks }, present: { [self] in present })
    }

    /// Plugged in, or given back by who had it alone.
    func offer(_ index: UInt16, supported: UInt8 = 2, powered: Bool = false) {
        present = Set(present + [index]).sorted()
        offered[index] =
            [UInt8(index), 0x22, 0x33, 0x44, 0x55, 0x66, 0x0a, 0x5d, 0] + [1, supported, 0, 0]
            + [powered ? 1 : 0, supported, 0, 0] + [UInt8](repeating: 0, count: 263)
        for channel in channels { channel.waiting.append(.added(index: index)) }
    }

    final class Channel: ManagementChannel {
        let descriptor: Int32 = 0
        fileprivate var waiting: [Management.Event] = []
        private unowned let kernel: PlayedKernel

        fileprivate init(_ kernel: PlayedKernel) { self.kernel = kernel }

        func send(_ command: Management.Command) {
            guard kernel.answers else { return }
            switch command {
            case .readIndexList:
                let indices = kernel.offered.keys.sorted()
                waiting.append(
                    .complete(
                        opcode: 3, index: 0xffff, status: 0,
                        values: [UInt8(indices.count), 0] + indices.flatMap { [UInt8($0), 0] }))
            case .readInfo(let index):
                let values = kernel.offered[index]
                waiting.append(
                    .complete(opcode: 4, index: index, status: values == nil ? 0x11 : 0, values: values ?? []))
            case .setPowered, .addMonitor, .removeMonitor: Issue.record("a watch changes nothing")
            }
        }

        func receive(_ take: (Management.Event) throws(BeaconBusError) -> Void) throws(BeaconBusError) {
            if kernel.isBroken { throw BeaconBusError(.adapterMissing, reason: "broken", suggestion: "") }
            let events = waiting
            waiting = []
            for event in events { try take(event) }
        }
    }
}

@Suite struct AdapterWatchTests {
    private let kernel = PlayedKernel()
    private let begun = Instant(nanoseconds: 1_000_000_000)

    private func watch(
        _ choice: AdapterChoice = .first, after cause: ErrorCode = .adapterMissing, _ options: HCIOptions = HCIOptions()
    ) -> AdapterWatch {
        AdapterWatch(choice, options, after: cause, kernel.sight)
    }

    /// What it says in so many seconds from the beginning, looking when it wants to.
    private func states(_ watch: AdapterWatch, _ seconds: ClosedRange<Int64>) -> [AdapterState?] {
        var states: [AdapterState?] = []
        var now = begun + .seconds(seconds.lowerBound)
        while now <= begun + .seconds(seconds.upperBound) {
            // The kernel's answer makes it look again at once.
            for _ in 0..<3 { _ = watch.look(at: now) }
            states.append(watch.look(at: now)?.state)
            now = max(watch.deadline ?? .distantFuture, now + .milliseconds(1))
        }
        return states
    }

    @Test(
        "R6, H14: one that another program has alone is busy, and ready when it is given back, not half a minute later")
    func held() {
        kernel.present = [0]
        let watch = watch(after: .adapterBusy)
        #expect(states(watch, 0...10).allSatisfy { $0 == nil || $0 == .busy })
        kernel.offer(0)
        #expect(states(watch, 11...11) == [.ready])
    }

    @Test("R6: what failed although it was there is not ready at once, but after a change, or half a minute")
    func holds() {
        kernel.offer(0, powered: true)
        let watch = watch(after: .adapterFailed)
        #expect(states(watch, 0...29).allSatisfy { $0 == nil })
        #expect(states(watch, 30...30) == [.ready])
        let other = self.watch(after: .adapterFailed)
        _ = states(other, 0...1)
        kernel.offer(0)
        #expect(states(other, 2...2) == [.ready])
    }

    @Test("R6: missing, off where it may not be switched on, blocked, without LE; ready once it is none of these")
    func usable() {
        let watch = watch(.first, after: .adapterMissing, HCIOptions(powersOn: false))
        #expect(states(watch, 0...2) == [.missing, .missing, .missing])
        kernel.offer(0, supported: 0)
        #expect(states(watch, 3...3) == [.missing])
        #expect(states(self.watch(.index(0)), 0...0) == [.unsupported])
        kernel.offer(1)
        #expect(states(watch, 4...4) == [.off])
        kernel.offer(1, powered: true)
        kernel.blocks[1] = RadioBlock(soft: true, hard: false)
        #expect(states(watch, 5...5) == [.blocked])
        // Another one will do.
        kernel.offer(2, powered: true)
        #expect(states(watch, 6...6) == [.ready])
    }

    @Test(
        "R18: a connection that breaks, or an answer that never comes, is followed by another connection, at a bounded rate"
    )
    func reconnects() {
        kernel.offer(0)
        kernel.isReachable = false
        let watch = watch()
        #expect(states(watch, 0...3).allSatisfy { $0 == nil } && kernel.opened == 0)
        (kernel.isReachable, kernel.answers) = (true, false)
        #expect(states(watch, 4...14).allSatisfy { $0 == nil } && (2...4).contains(kernel.opened))
        kernel.answers = true
        #expect(states(watch, 15...25).last == .ready)
        kernel.isBroken = true
        let before = kernel.opened
        #expect(states(watch, 26...26) == [nil])
        var polled: [pollfd] = []
        watch.descriptors(into: &polled)
        // What is broken would always be readable.
        #expect(polled.isEmpty && watch.deadline == begun + .seconds(27))
        kernel.isBroken = false
        #expect(states(watch, 27...27) == [.ready] && kernel.opened > before)
    }
}
