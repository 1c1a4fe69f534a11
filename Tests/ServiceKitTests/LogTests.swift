import FoundationEssentials
import Support
import Synchronization
import Testing

@testable import ServiceKit

@Suite("Log")
struct LogTests {
    /// A sink with a clock that stands where the test puts it.
    final class Fixture: Sendable {
        private let state = Mutex((now: Int64(0), lines: [String]()))

        var lines: [String] { state.withLock { $0.lines } }

        func advance(seconds: Int64) { state.withLock { $0.now += seconds * 1_000_000_000 } }

        func logger(_ format: LogFormat, level: LogLevel = .info, colour: Bool = false) -> Logger {
            let sink = LogSink(
                format: format, colour: colour, steadyNow: { self.state.withLock { $0.now } },
                wallNow: { "2026-11-30T17:00:00.000Z" },
                writer: { line in self.state.withLock { $0.lines.append(line) } })
            return Logger("bus", level: level, sink: sink)
        }
    }

    @Test("Text lines show time, level, label, message and fields")
    func text() {
        let fixture = Fixture()
        fixture.logger(.text).info("connected", .node("kitchen"), .count("attempt", 3), .reason("a b\n\"c\""))
        fixture.logger(.text, colour: true).error("gone")
        #expect(
            fixture.lines == [
                "2026-11-30T17:00:00.000Z info    bus: connected node=kitchen attempt=3 reason=\"a b\\n\\\"c\\\"\"\n",
                "2026-11-30T17:00:00.000Z \u{1b}[31merror  \u{1b}[0m bus: gone\n",
            ])
    }

    @Test("JSON lines carry typed fields")
    func json() {
        let fixture = Fixture()
        fixture.logger(.json).named("http", .node("n")).warning(
            "slow", .duration("took", .milliseconds(1500)), .flag("again", true), .number("share", .nan))
        #expect(
            fixture.lines == [
                "{\"at\":\"2026-11-30T17:00:00.000Z\",\"level\":\"warning\",\"label\":\"http\",\"message\":\"slow\","
                    + "\"node\":\"n\",\"took\":1500,\"again\":true,\"share\":null}\n"
            ])
    }

    @Test("Lower levels are dropped")
    func levels() {
        let fixture = Fixture()
        let logger = fixture.logger(.json, level: .warning)
        logger.debug("a")
        logger.info("b")
        #expect(fixture.lines.isEmpty)
    }

    @Test("R10: a JSON line is one line of valid JSON that gives the text back, whatever bytes came in")
    func anyBytes() throws {
        struct Line: Decodable {
            let message: String
            let reason: String
        }
        for seed in 0..<500 as Range<UInt64> {
            var random = SeededGenerator(seed: seed)
            let bytes = (0..<40).map { _ in UInt8.random(in: 0...255, using: &random) }
            let text = String(decoding: bytes, as: UTF8.self)
            let fixture = Fixture()
            fixture.logger(.json).info("name", .reason(text))
            let line = try #require(fixture.lines.first)
            #expect(line.count { $0.isNewline } == 1, "seed \(seed)")
            let decoded = try JSONDecoder().decode(Line.self, from: Data(line.utf8))
            #expect(decoded.reason.unicodeScalars.elementsEqual(text.unicodeScalars), "seed \(seed)")
            #expect(decoded.message == "name")
        }
    }

    @Test("Text from outside cannot make a second line or reach the terminal")
    func hostileText() {
        let fixture = Fixture()
        fixture.logger(.text).info("name", .reason("x\u{1b}[2J\r\ny\u{85}z\u{2028}"))
        #expect(fixture.lines.allSatisfy { line in line.unicodeScalars.dropLast().allSatisfy { $0.value >= 0x20 } })
    }

    @Test("The same warning comes at most once a minute, with the count of those left out")
    func repetitions() {
        let fixture = Fixture()
        let logger = fixture.logger(.text)
        for second in 0..<130 {
            logger.warning("dropped", .count("second", second))
            fixture.advance(seconds: 1)
        }
        #expect(
            fixture.lines.map { $0.split(separator: ": ")[1] } == [
                "dropped second=0\n", "dropped second=60 suppressed=59\n", "dropped second=120 suppressed=59\n",
            ])
        logger.flush()
        #expect(fixture.lines.last?.hasSuffix("dropped second=129 suppressed=8\n") == true)
    }

    @Test("Different messages and different error codes are limited apart")
    func apart() {
        let fixture = Fixture()
        let logger = fixture.logger(.text)
        for _ in 0..<5 {
            logger.warning("failed", .code("storeFull"))
            logger.warning("failed", .code("storeBusy"))
            logger.warning("other")
        }
        #expect(fixture.lines.count == 3)
    }

    @Test("What was left out is reported when another line comes after its minute")
    func reportedLater() {
        let fixture = Fixture()
        let logger = fixture.logger(.text)
        for _ in 0..<3 { logger.warning("a") }
        fixture.advance(seconds: 61)
        logger.info("b")
        #expect(
            fixture.lines.map { $0.dropFirst(25) } == [
                "warning bus: a\n", "warning bus: a suppressed=1\n", "info    bus: b\n",
            ])
    }
}
