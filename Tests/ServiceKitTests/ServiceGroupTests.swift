import Synchronization
import Testing

@testable import ServiceKit

@Suite("Service group", .timeLimit(.minutes(1)))
struct ServiceGroupTests {
    struct Broken: Error, Equatable {}

    /// What happened, in order.
    final class Diary: Sendable {
        private let lines = Mutex<[String]>([])
        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// Runs until asked to stop.
    static func obedient(_ name: String, _ diary: Diary) -> ClosureService {
        ClosureService(name) {
            diary.note("\(name) runs")
            await gracefulStop()
            diary.note("\(name) ends")
        }
    }

    /// Waits for a condition, with a deadline.
    static func until(_ condition: @Sendable () -> Bool) async throws {
        let deadline = ContinuousClock.now + .seconds(20)
        while !condition() {
            try #require(ContinuousClock.now < deadline, "the condition did not come true")
            await Task.yield()
        }
    }

    @Test("A stop ends the services in reverse order, and the group without error")
    func stop() async throws {
        let diary = Diary()
        let group = ServiceGroup(["a", "b", "c"].map { Self.obedient($0, diary) }, logger: .silent)
        async let result: Void = group.run(stopping: { diary.note("stopping") })
        try await Self.until { diary.all.count == 3 }
        group.stop()
        try await result
        #expect(Array(diary.all.dropFirst(3)) == ["stopping", "c ends", "b ends", "a ends"])
    }

    @Test("A service that throws stops the others, and the group throws its error")
    func failure() async throws {
        let diary = Diary()
        let group = ServiceGroup(
            [Self.obedient("a", diary), ClosureService("b") { throw Broken() }], logger: .silent)
        await #expect(throws: Broken()) { try await group.run() }
        #expect(diary.all.last == "a ends")
    }

    @Test("A service that returns stops the others without error")
    func returns() async throws {
        let diary = Diary()
        let group = ServiceGroup([Self.obedient("a", diary), ClosureService("b") {}], logger: .silent)
        try await group.run()
        #expect(diary.all.last == "a ends")
    }

    @Test("A service that does not stop in time is cancelled after its deadline, not before")
    func deadline() async throws {
        let diary = Diary()
        let clock = ManualClock()
        let deaf = ClosureService("deaf") {
            diary.note("deaf runs")
            try await Task.sleep(for: .seconds(3600))
        }
        let group = ServiceGroup(
            [Self.obedient("a", diary), deaf], logger: .silent, stopDeadline: .seconds(10))
        async let result: Void = group.run(clock: clock)
        try await Self.until { diary.all.count == 2 }
        group.stop()
        try await Self.until { clock.sleepers == 1 }
        clock.advance(by: .seconds(9))
        #expect(clock.sleepers == 1 && diary.all.count == 2)
        clock.advance(by: .seconds(1))
        try await result
    }

    @Test("A service that follows nothing is left behind and named")
    func stuck() async throws {
        let clock = ManualClock()
        let release = StopSignal()
        let stubborn = ClosureService("stubborn") { await Task { await release.wait() }.value }
        let group = ServiceGroup([stubborn], logger: .silent, stopDeadline: .seconds(1), cancelDeadline: .seconds(1))
        let task = Task { try await group.run(clock: clock) }
        group.stop()
        try await Self.until { clock.sleepers == 1 }
        clock.advance(by: .seconds(1))
        try await Self.until { clock.sleepers == 1 }
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: ServiceGroup.Stuck.self) { try await task.value }
        #expect(error?.description == "Did not stop in time and were left behind: stubborn.")
        release.raise()
    }

    @Test("Cancelling the group's task cancels its services")
    func cancellation() async throws {
        let diary = Diary()
        let sleeper = ClosureService("sleeper") {
            diary.note("runs")
            try await Task.sleep(for: .seconds(3600))
        }
        let group = ServiceGroup([sleeper], logger: .silent)
        let task = Task { try await group.run() }
        try await Self.until { diary.all.count == 1 }
        task.cancel()
        _ = await task.result
    }

    @Test("A stop handler is called once, at once if the stop came earlier, and not after its operation is over")
    func handlers() async {
        let diary = Diary()
        let signal = StopSignal()
        await StopSignal.$current.withValue(signal) {
            await withGracefulStop({}, onStop: { diary.note("too late") })
            await withGracefulStop(
                {
                    signal.raise()
                    signal.raise()
                }, onStop: { diary.note("once") })
            await withGracefulStop({}, onStop: { diary.note("at once") })
        }
        #expect(diary.all == ["once", "at once"])
        #expect(signal.isRaised)
    }
}
