import Schema
import Support
import Testing

@Suite("Time")
struct TimeTests {
    @Test("RFC 3339 text is written in UTC with milliseconds")
    func written() {
        #expect(WallTime.epoch.description == "1970-01-01T00:00:00.000Z")
        #expect(WallTime(milliseconds: 1_796_058_840_123).description == "2026-11-30T17:14:00.123Z")
        #expect(WallTime(milliseconds: 951_782_400_000).description == "2000-02-29T00:00:00.000Z")
        #expect(WallTime(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
        #expect(WallTime(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
    }

    @Test("Any time is read back as it was written")
    func roundTrip() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let range = -62_167_219_200_000...253_402_300_799_999
            let time = WallTime(
                milliseconds: Int64.random(in: Int64(range.lowerBound)...253_402_300_799_999, using: &generator))
            #expect(WallTime(time.description) == time)
        }
    }

    @Test("Every day of 800 years comes in order")
    func days() {
        var previous = ""
        for day in 0..<(800 * 365) {
            let text = WallTime(milliseconds: -62_167_219_200_000 + Int64(day) * 86_400_000).description
            #expect(text > previous)
            previous = text
        }
        #expect(previous == "0799-06-20T00:00:00.000Z")
    }

    @Test("Offsets and fractions are read")
    func offsets() {
        #expect(WallTime("1970-01-01T01:00:00+01:00") == .epoch)
        #expect(WallTime("1969-12-31t19:30:00-04:30") == .epoch)
        #expect(WallTime("1970-01-01T00:00:00.5Z")?.milliseconds == 500)
        #expect(WallTime("1970-01-01T00:00:00.123456789Z")?.milliseconds == 123)
        #expect(WallTime("2016-12-31T23:59:60Z")?.description == "2017-01-01T00:00:00.000Z")
    }

    @Test(
        "What is not an RFC 3339 time is refused",
        arguments: [
            "", "1970-01-01", "1970-01-01T00:00:00", "1970-13-01T00:00:00Z", "1970-02-29T00:00:00Z",
            "1970-01-01T24:00:00Z", "1970-01-01T00:60:00Z", "1970-01-01T00:00:60Z", "1970-01-01T00:00:00.Z",
            "1970-01-01T00:00:00.1234567890Z", "1970-01-01T00:00:00+1:00", "1970-01-01T00:00:00Zx",
            "0000-01-01T00:00:00+01:00", "9999-12-31T23:59:59-01:00", "+970-01-01T00:00:00Z", "1970-01-00T00:00:00Z",
        ])
    func refused(text: String) {
        #expect(WallTime(text) == nil)
    }

    @Test("R18: no arithmetic on times traps")
    func saturation() {
        let late = Instant(nanoseconds: .max)
        let early = Instant(nanoseconds: .min)
        #expect(late + .seconds(1) == late)
        #expect(early - .seconds(1) == early)
        #expect(late + .seconds(Int64.max) == late)
        #expect(late.nanoseconds(since: early) == .max)
        #expect(early.nanoseconds(since: late) == .min)
        #expect(Instant.zero + .milliseconds(5) - .zero == .milliseconds(5))
        #expect(WallTime(milliseconds: .max) + .seconds(Int64.max) == WallTime(milliseconds: .max))
        #expect(Duration.seconds(Int64.max).saturatedMilliseconds == .max)
        #expect(Duration.seconds(Int64.min).saturatedNanoseconds == .min)
    }
}
