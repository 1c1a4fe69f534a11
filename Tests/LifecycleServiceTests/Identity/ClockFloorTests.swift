import Schema
import Testing

@testable import LifecycleService

@Suite("Identity: the clock's floor (D17)")
struct ClockFloorTests {
    private let build = WallTime("2026-11-30T00:00:00.000Z")!
    private let later = WallTime("2027-03-01T00:00:00.000Z")!
    private let year: Duration = .seconds(365 * 86_400)
    private let start = Instant(nanoseconds: 5_000_000_000)

    @Test("A clock in 1970 counts as the newest of build, stored time and not-before, and goes on from there")
    func floor() {
        var floor = ClockFloor(build: build, now: start)
        #expect(floor.time(.epoch, now: start) == build)
        #expect(floor.time(.epoch, now: start + .seconds(90)) == build + .seconds(90))
        floor = ClockFloor(build: build, stored: later, now: start)
        #expect(floor.time(.epoch, now: start) == later)
        floor = ClockFloor(build: later, stored: build, now: start)
        #expect(floor.time(.epoch, now: start) == later)
        floor.raise(to: later + year, now: start + .seconds(10))
        #expect(floor.time(.epoch, now: start + .seconds(11)) == later + year + .seconds(1))
        floor.raise(to: build, now: start + .seconds(20))
        #expect(floor.time(.epoch, now: start + .seconds(20)) == later + year + .seconds(10))
    }

    @Test("A clock that is right is taken as it is")
    func right() {
        let floor = ClockFloor(build: build, stored: later, now: start)
        #expect(floor.time(later + year, now: start) == later + year)
    }

    @Test("The authority's word raises it, and lowers one that was stored wrongly, but not below build and not-before")
    func authority() {
        var floor = ClockFloor(build: build, now: start)
        floor.authority(issued: later, now: start)
        #expect(floor.time(.epoch, now: start) == later)
        floor.authority(issued: later - .seconds(60), now: start)
        #expect(floor.time(.epoch, now: start) == later, "within the tolerance")
        floor = ClockFloor(build: build, stored: later + year * 10, now: start)
        floor.authority(issued: later, now: start)
        #expect(floor.time(.epoch, now: start) == later)
        floor.authority(issued: .epoch, now: start)
        #expect(floor.time(.epoch, now: start) == build)
    }

    @Test("R21: the time is stored at most hourly")
    func stores() {
        var floor = ClockFloor(build: build, now: start)
        var stored = 0
        for minute in 0..<(24 * 60) {
            let now = start + .seconds(Int64(minute) * 60)
            if floor.storeDue(later + (now - start), now: now, synchronised: true) != nil { stored += 1 }
        }
        #expect(stored == 24)
    }

    @Test("A clock that jumped ahead without a time service is not stored: it would hold for ever")
    func jump() {
        var floor = ClockFloor(build: build, now: start)
        let stored = floor.storeDue(later + year * 10, now: start + .seconds(3_600), synchronised: false)
        #expect(stored == build + .seconds(3_600))
        #expect(floor.time(later, now: start + .seconds(3_600)) == later)
        let good = floor.storeDue(later, now: start + .seconds(7_200), synchronised: true)
        #expect(good == later)
        #expect(floor.time(.epoch, now: start + .seconds(7_201)) == later + .seconds(1))
    }
}
