import Bus
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: who only sends what is refused")
struct RefusalTests {
    private func lines(_ bench: AuthorityBench, _ name: String) throws -> [JSONValue] {
        try readFile("\(bench.folder.path)/\(name)").split(separator: "\n").map { try JSONValue.parse(Array($0.utf8)) }
    }

    /// An enrolment with signing requests that are none; the code it is refused with.
    private func garbage(_ bench: AuthorityBench, _ node: NodeID, token: String = "token") throws -> ErrorCode? {
        let body = EnrolRequest(
            node: node, user: AuthorityBench.user, app: AuthorityBench.app, token: token,
            requests: CertificateRequests(lifecycle: "garbage", scanner: "garbage"))
        do {
            _ = try bench.askOnce(.enrol(node), body, as: "boot_\(node)", CertificateReply.self)
            return nil
        } catch let error as BeaconBusError {
            return error.code
        }
    }

    @Test("T1, T17: after so many refusals a minute nothing of a request is read, and nothing of it is stored")
    func deaf() throws {
        let bench = try AuthorityBench(change: { $0.ratePerNode = 10 })
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let other = try bench.announced("cellar")
        let codes = try (0..<500).map { _ in try garbage(bench, machine.node) }
        #expect(codes.prefix(10).allSatisfy { $0 == .csrInvalid }, "up to there the agreed order holds")
        #expect(codes.dropFirst(10).allSatisfy { $0 == .rateLimited })
        #expect(try bench.store().database.integer("SELECT count(*) FROM requests") == 10)
        // Another one is heard, and so is this one again when it was quiet for a while.
        _ = try bench.enrol(other, token: try bench.token())
        bench.advance(.seconds(61))
        _ = try bench.enrol(machine, token: try bench.token())
    }

    @Test("T4: a repetition of what was answered gets its answer, also from one that is refused too often")
    func repetition() throws {
        let bench = try AuthorityBench(change: { $0.ratePerNode = 10 })
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let (token, id, requests) = (try bench.token(), RequestID("good"), try machine.requests())
        let reply = try bench.enrol(machine, token: token, id: id, requests: requests)
        let codes = try (0..<30).map { _ in try garbage(bench, machine.node) }
        #expect(codes.last == .rateLimited)
        #expect(try bench.enrol(machine, token: token, id: id, requests: requests) == reply)
    }

    @Test("R12: refusals fill a file of their own, by one line and one with their number a minute for each reason")
    func lines() throws {
        let bench = try AuthorityBench(change: { $0.ratePerNode = 10 })
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        for _ in 0..<500 { _ = try garbage(bench, machine.node) }
        let first = try lines(bench, "refused.log")
        #expect(first.map { $0["outcome"] } == ["csrInvalid", "rateLimited"])
        bench.advance(.seconds(61))
        let then = try lines(bench, "refused.log").dropFirst(2)
        #expect(then.map { $0["outcome"] } == ["csrInvalid", "rateLimited"])
        #expect(then.map { $0["count"]?.integerValue } == [9, 489])
        let events = try lines(bench, "audit.log").compactMap { $0["event"]?.stringValue }
        #expect(events == ["app-put", "node-add"], "what was commanded, and no refusal")
    }

    @Test("R12: nobody pushes commands and issues out of the audit log by asking, under whatever names")
    func rotation() throws {
        let bench = try AuthorityBench(change: {
            $0.auditBytes = 4_096
            $0.auditFiles = 2
        })
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        for number in 0..<300 {
            _ = try garbage(bench, AuthorityBench.name("node-\(number)"))
            let node: NodeID = AuthorityBench.name("flood-\(number)")
            bench.refused(.csrInvalid) {
                _ = try bench.askOnce(
                    .join(node), JoinRequest(node: node, request: "garbage"), as: "boot_join", JoinReply.self)
            }
        }
        let events = try lines(bench, "audit.log").compactMap { $0["event"]?.stringValue }
        #expect(events == ["app-put", "node-add", "token-create", "enrol", "activate"])
        var bytes = 0
        for name in ["refused.log", "refused.log.1"] {
            bytes += try readFile("\(bench.folder.path)/\(name)").utf8.count
        }
        #expect(bytes <= 8_192)
        #expect((try? readFile("\(bench.folder.path)/refused.log.2")) == nil)
        _ = machine
    }

    @Test("What is left to be told of refusals is told at a stop")
    func stop() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        for _ in 0..<7 { _ = try garbage(bench, machine.node) }
        bench.handler.refusals.close()
        #expect(try lines(bench, "refused.log").map { $0["count"]?.integerValue } == [nil, 6])
    }

    @Test("R12: the tally remembers a bounded number of askers, and no refusal is lost by that")
    func tally() {
        var tally = RefusalTally()
        let start = WallTime(milliseconds: 1_767_225_600_000)
        var lines = 0
        var counted: Int64 = 0
        func count(_ entries: [AuditEntry]) {
            for entry in entries {
                lines += entry.count == nil ? 1 : 0
                counted += entry.count ?? 1
            }
        }
        for number in 0..<(RefusalTally.maximum * 3) {
            for _ in 0..<2 {
                let now = Instant(nanoseconds: Int64(number) * 1_000_000)
                count(tally.take(AuditEntry("enrol", start, outcome: "csrInvalid"), asker: "n-\(number)", now))
            }
        }
        count(tally.endAll())
        #expect(lines == RefusalTally.maximum * 3)
        #expect(counted == Int64(RefusalTally.maximum * 6))
        #expect(tally.due == nil)
    }
}
