import Schema
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: small rules")
struct SmallRulesTests {
    private let now = WallTime(milliseconds: 1_767_225_600_123)
    private let day = Duration.seconds(86_400)

    @Test("A certificate begins at most 60 s back, lives as long as said, and never longer than its authority")
    func term() throws {
        let from = now - day
        let to = now + day * 10
        let usual = try CertificateTerm(now: now, life: day, authorityFrom: from, authorityTo: to)
        #expect(now - usual.notBefore > .seconds(58) && now - usual.notBefore <= .seconds(60))
        #expect(usual.notAfter <= now + day && usual.notAfter > now + day - .seconds(1))
        let long = try CertificateTerm(now: now, life: day * 100, authorityFrom: from, authorityTo: to)
        #expect(long.notAfter == to)
        let young = try CertificateTerm(now: now, life: day, authorityFrom: now - .seconds(3), authorityTo: to)
        #expect(young.notBefore == now - .seconds(3))
        #expect(throws: BeaconBusError(.certificateExpired, reason: "", suggestion: "")) {
            _ = try CertificateTerm(now: to, life: day, authorityFrom: from, authorityTo: to)
        }
        #expect(throws: BeaconBusError(.clockWrong, reason: "", suggestion: "")) {
            _ = try CertificateTerm(now: from - .seconds(1), life: day, authorityFrom: from, authorityTo: to)
        }
    }

    @Test("D17, T21: a clock before what has been, or far beyond it, is not believed")
    func clock() {
        func problem(_ time: WallTime) -> ErrorCode? {
            ClockCheck.problem(time, newest: now, greatestGap: day * 400)?.code
        }
        #expect(problem(now) == nil)
        #expect(problem(now - .seconds(59)) == nil)
        #expect(problem(now - .seconds(61)) == .clockWrong)
        #expect(problem(.epoch) == .clockWrong)
        #expect(problem(now + day * 399) == nil)
        #expect(problem(now + day * 3650) == .clockWrong)
        #expect(ClockCheck.problem(.epoch, newest: nil, greatestGap: day) == nil)
    }

    @Test("T1, T17: each node has its own rate, a loud one takes nothing from the others, and all together have one")
    func rates() {
        var limiter = RateLimiter(perNode: 3, perSite: 10, perJoin: 1, now: .zero)
        let loud: NodeID = AuthorityBench.name("loud")
        #expect((0..<100).filter { _ in limiter.take(loud, .zero) == nil }.count == 3)
        let others = (0..<9).map { limiter.take(AuthorityBench.name("node-\($0)"), .zero)?.code }
        #expect(others.filter { $0 == nil }.count == 7, "10 a minute, of which 3 are gone")
        #expect(limiter.take(loud, Instant(nanoseconds: 19_000_000_000))?.code == .rateLimited)
        #expect(limiter.take(loud, Instant(nanoseconds: 21_000_000_000)) == nil)
    }

    @Test("R12: the limiter remembers a bounded number of nodes")
    func boundedRates() {
        var limiter = RateLimiter(perNode: 1, perSite: 1_000_000, perJoin: 1, now: .zero)
        for number in 0..<(RateLimiter.maximumNodes * 2) {
            let now = Instant(nanoseconds: Int64(number) * 10_000_000)
            _ = limiter.take(AuthorityBench.name("n-\(number)"), now)
            _ = limiter.join(AuthorityBench.name("n-\(number)"), isApproved: true, now)
            limiter.refused(AuthorityBench.name("n-\(number)"), now)
        }
        #expect(limiter.count <= RateLimiter.maximumNodes)
    }

    @Test("Each revocation list bears a later second than the one before, never one of the future")
    func stamps() {
        var record = RevocationListRecord(number: 1, issued: .epoch, stamp: .epoch, isStale: true)
        var time = now
        var generator = SeededGenerator(seed: 7)
        var made = 0
        for _ in 0..<20_000 {
            time = time + .milliseconds(Int64.random(in: 0...1_500, using: &generator))
            guard let stamp = record.nextStamp(time) else { continue }
            #expect(stamp <= time)
            #expect(stamp >= record.stamp + .seconds(1))
            #expect(stamp.milliseconds % 1_000 == 0)
            record.stamp = stamp
            made += 1
        }
        #expect(made > 18_000, "there is a second for nearly each")
    }

    @Test("The gate is waited for until it has taken over list and document; one that does not move holds nobody twice")
    func gate() {
        var gate = GateWatch(patience: .seconds(5))
        var told: [Duration?] = []
        func after(_ seconds: Int64) -> Instant { Instant(nanoseconds: seconds * 1_000_000_000) }
        func report(_ revision: UInt64, _ list: UInt64, error: String? = nil) -> AppliedReport {
            AppliedReport(revision: revision, listNumber: list, error: error)
        }
        func take(_ report: AppliedReport?, _ now: Instant) { for done in gate.take(report, now) { done() } }
        gate.wait(revision: 5, listNumber: 3, began: .zero, .zero) { told.append($0) }
        take(report(4, 3), after(1))
        take(report(5, 2), after(1))
        take(report(5, 3, error: "broken"), after(1))
        #expect(told.isEmpty)
        take(report(5, 3), after(2))
        #expect(told == [.seconds(2)])
        gate.wait(revision: 6, listNumber: 3, began: after(2), after(2)) { told.append($0) }
        take(report(5, 3), after(6))
        #expect(told.count == 1)
        take(report(5, 3), after(7))
        #expect(told == [.seconds(2), nil])
        #expect(gate.isLate)
        gate.wait(revision: 7, listNumber: 3, began: after(7), after(7)) { told.append($0) }
        take(report(5, 3), after(7))
        #expect(told.count == 3, "it has not moved, so nobody waits")
        gate.wait(revision: 7, listNumber: 3, began: after(8), after(8)) { told.append($0) }
        take(report(6, 3), after(8))
        #expect(told.count == 3, "it moves again, so it is waited for")
        take(report(7, 3), after(9))
        #expect(told.last == .seconds(1))
        gate.wait(revision: 8, listNumber: 3, began: after(9), after(9)) { told.append($0) }
        take(nil, after(9))
        #expect(told.last == .some(nil), "without a gate there is nothing to wait for")
    }

    @Test("R12: the audit log is bounded: the oldest file goes, and every line is whole")
    func audit() throws {
        let folder = TemporaryFolder()
        let log = AuditLog(folder: folder.path, maximumBytes: 2_000, files: 3)
        for number in 0..<200 {
            var entry = AuditEntry("enrol", now)
            entry.node = AuthorityBench.name("n-\(number)")
            log.write(entry)
        }
        #expect(log.failure == nil)
        var nodes: [String] = []
        for name in ["audit.log.2", "audit.log.1", "audit.log"] {
            let text = try readFile("\(folder.path)/\(name)")
            #expect(text.utf8.count <= 2_000)
            for line in text.split(separator: "\n") {
                let value = try JSONValue.parse(Array(line.utf8))
                nodes.append(try #require(value["node"]?.stringValue))
            }
        }
        #expect(nodes == (200 - nodes.count..<200).map { "n-\($0)" })
        #expect((try? readFile("\(folder.path)/audit.log.3")) == nil)
    }
}
