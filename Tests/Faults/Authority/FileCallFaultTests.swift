import Bus
import Glibc
import Identity
import Schema
import Support
import Synchronization
import Testing

/// The authority's file calls fail, or it dies in them, one after the other: whatever was answered stays true, and the
/// same request goes through afterwards.
///
/// Run by strace. By default one call of each kind is tried; `BEACONBUS_FILE_CALLS` says how many (0 = all).
@Suite("Every file call", .serialized, .enabled(if: MosquittoBroker.isInstalled && Tracer.isInstalled))
struct FileCallFaultTests {
    /// What happens in a call.
    enum Fault: String, CaseIterable, Sendable {
        case inputOutputError = "error=EIO"
        case fullDisk = "error=ENOSPC"
        case crash = "signal=KILL"
    }

    private static let calls = ["openat", "write", "pwrite64", "pread64", "fsync", "fdatasync", "rename", "ftruncate"]

    @Test(
        "T22: one pair for one token, and every answer stays true, whichever file call fails", arguments: Fault.allCases
    )
    func everyCall(_ fault: Fault) async throws {
        let limit = EnrolmentFaultTests.setting("BEACONBUS_FILE_CALLS") ?? 1
        let site = try AuthoritySite()
        let beginning = try await Case(site)
        let counts = try await beginning.count(Self.calls)
        var tried = 0
        var struck = 0
        var answeredBefore = 0
        for call in Self.calls {
            let all = Array(1...max(1, counts[call] ?? 0))
            guard counts[call] ?? 0 > 0 else { continue }
            let chosen =
                limit == 0 ? all : stride(from: 0, to: all.count, by: max(1, all.count / limit)).map { all[$0] }
            for number in chosen {
                let (hit, answered) = try await beginning.run("\(call):\(fault.rawValue):when=\(number)", call)
                struck += hit ? 1 : 0
                answeredBefore += answered ? 1 : 0
                tried += 1
            }
        }
        print(
            "\(fault): \(tried) of \(counts.values.reduce(0, +)) file calls, \(struck) struck, \(answeredBefore) answered all the same"
        )
        #expect(struck * 2 > tried, "the fault did not happen: each thread counts its calls for itself")
        await site.broker.stop()
    }

    /// One enrolment that is tried again and again from the same beginning.
    private struct Case {
        let site: AuthoritySite
        let machine: CandidateNode
        let requests: CertificateRequests
        let token: String
        let id = RequestID.random()

        /// Makes the beginning: an app, an announced node, a token.
        init(_ site: AuthoritySite) async throws {
            self.site = site
            let machine = try CandidateNode(site: AuthoritySite.site, node: #require(NodeID("hall")))
            self.machine = machine
            requests = try machine.requests()
            try site.start()
            let token = Mutex("")
            let request = try machine.bootstrapRequest()
            _ = try await EnrolmentFaultTests.withCrowd(site, lossPercent: 0, seed: 1) { crowd, progress in
                let app = AppPutCommand(app: AuthoritySite.app, validator: ValidatorDefinition(kind: .file))
                crowd.tell(.appPut, app, AppChangeReply.self) { [unowned crowd] _ in
                    let add = NodeAddCommand(node: machine.node, request: request)
                    crowd.tell(.nodeAdd, add, NodeAddReply.self) { [unowned crowd] _ in
                        let create = TokenCreateCommand(app: AuthoritySite.app)
                        crowd.tell(.tokenCreate, create, TokenCreateReply.self) { reply in
                            token.withLock { $0 = reply.tokens[0] }
                            progress.add(done: 1)
                        }
                    }
                }
            } until: {
                $0.done == 1
            }
            self.token = token.withLock { $0 }
            _ = await site.terminate()
            try await site.keep()
        }

        /// How often each call is made in an undisturbed run.
        func count(_ calls: [String]) async throws -> [String: Int] {
            try await site.restore()
            let trace = site.authorityFolder + ".trace"
            unlink(trace)
            try site.start(under: tracing(calls.joined(separator: ","), to: trace))
            let set = try await ask()
            #expect(set != nil, "\(site.logTail)")
            _ = await site.terminate()
            var counts: [String: Int] = [:]
            for line in try readFile(trace).split(separator: "\n") {
                // "4711 pwrite64(7</…/authority.db-wal>, …": the call stands between the thread's id and the bracket.
                guard let call = line.split(separator: "(").first?.split(separator: " ").last else { continue }
                counts[String(call), default: 0] += 1
            }
            return counts
        }

        /// One run with a fault, and one without that says what is true; whether the fault happened, and whether the
        /// first one had its answer all the same.
        func run(_ injection: String, _ call: String) async throws -> (struck: Bool, answered: Bool) {
            try await site.restore()
            let trace = site.authorityFolder + ".trace"
            unlink(trace)
            try site.start(under: tracing(call, to: trace) + ["-e", "inject=\(injection)"])
            let first = try await ask()
            let isDead = !site.isRunning
            site.kill()
            let struck = try isDead || readFile(trace).contains("(INJECTED)")
            try site.start()
            let second = try await ask()
            #expect(second != nil, "\(injection): \(site.logTail)")
            if let first { #expect(first == second, "\(injection): two answers") }
            #expect(await site.terminate() == 0, "\(injection)")
            #expect(try site.count("SELECT count(*) FROM sets") == 1, "\(injection)")
            #expect(try site.count("SELECT count(*) FROM sets WHERE status = 'active'") == 1, "\(injection)")
            #expect(try site.count("SELECT count(*) FROM spent_tokens") == 1, "\(injection)")
            #expect(try site.count("SELECT count(*) FROM certificates WHERE purpose <> 'bundle'") == 3, "\(injection)")
            return (struck, first != nil)
        }

        /// Enrols and activates, as long as the authority lives, at most some seconds; the pair it got.
        private func ask() async throws -> CertificateSetID? {
            let (machine, requests, token, id) = (machine, requests, token, id)
            let set = Mutex<CertificateSetID?>(nil)
            let site = site
            let clock = ContinuousClock()
            let deadline = clock.now + .seconds(20)
            _ = try await EnrolmentFaultTests.withCrowd(site, lossPercent: 0, seed: 1) { crowd, progress in
                crowd.enrol(machine, token: token, id: id, requests: requests) { [unowned crowd] result in
                    guard let reply = try? result.get() else { return progress.add(done: 1) }
                    set.withLock { $0 = reply.set }
                    crowd.activate(machine, reply.set) { _ in progress.add(done: 1) }
                }
            } until: {
                $0.done > 0 || !site.isRunning || clock.now > deadline
            }
            return set.withLock { $0 }
        }

        /// strace beside the program, which stays our own child; only calls on the authority's files count.
        private func tracing(_ calls: String, to file: String) -> [String] {
            let names = [
                "authority.db", "authority.db-wal", "authority.db-shm", "audit.log", "refused.log",
                "access/access.json.new",
                "access/access.json", "access/crl.pem.new", "access/crl.pem", "access",
            ]
            return [Tracer.path, "-D", "-f", "-qq", "-y", "-o", file, "-e", "trace=\(calls)"]
                + names.flatMap { ["-P", "\(site.authorityFolder)/\($0)"] }
        }
    }
}
