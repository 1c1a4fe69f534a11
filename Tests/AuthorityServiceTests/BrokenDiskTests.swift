import Bus
import Glibc
import Identity
import Schema
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: a disk that is full, read-only or broken")
struct BrokenDiskTests {
    private func status(_ bench: AuthorityBench) throws -> ServiceStatus {
        let stored = try #require(bench.bus.broker.retainedMessage("beaconbus/home/services/authority"))
        return try MessageCoder.decode(ServiceStatus.self, stored.payload).body
    }

    /// Lets the database grow no further, as on a full disk; in the connection the authority uses.
    private func fill(_ bench: AuthorityBench, _ isFull: Bool) throws {
        try bench.handler.access.read(bench.bus.now) { store in
            let pages = isFull ? try store.database.integer("PRAGMA page_count") ?? 1 : 1 << 20
            try store.database.execute("PRAGMA max_page_count = \(pages)")
        }
    }

    @Test(
        "T22: on a full disk nothing is issued and nothing acknowledged; with room again the same request goes through")
    func full() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        var machines: [(machine: CandidateNode, token: String, requests: CertificateRequests, id: RequestID)] = []
        for number in 0..<6 {
            let machine = try bench.announced("n-\(number)")
            machines.append((machine, try bench.token(), try machine.requests(), .random()))
        }
        try fill(bench, true)
        var refused: [Int] = []
        var answered: [Int: CertificateReply] = [:]
        for (index, entry) in machines.enumerated() {
            do {
                answered[index] = try bench.enrol(
                    entry.machine, token: entry.token, id: entry.id, requests: entry.requests)
            } catch let error as BeaconBusError {
                #expect(error.code == .storeFull && error.retryable)
                refused.append(index)
            }
        }
        #expect(!refused.isEmpty, "the disk was not full enough")
        #expect(try status(bench).error?.code == .storeFull)
        #expect(try !status(bench).ready)
        #expect(try Int(bench.store().setCount(.pending)) == answered.count)
        #expect(try bench.store().database.integer("SELECT count(*) FROM spent_tokens") == Int64(answered.count))
        try fill(bench, false)
        bench.advance(.seconds(6))
        #expect(try status(bench).error == nil)
        for (index, entry) in machines.enumerated() {
            let reply = try bench.enrol(entry.machine, token: entry.token, id: entry.id, requests: entry.requests)
            #expect(answered[index].map { $0 == reply } ?? true)
        }
        #expect(try bench.store().setCount(.pending) == 6)
    }

    @Test("A commit that fails takes back every answer of its pass, and each asker is told why")
    func failedCommit() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machines = try (0..<3).map { try bench.announced("n-\($0)") }
        let bodies = try machines.map {
            try $0.enrolment(token: try bench.token(), user: AuthorityBench.user, app: AuthorityBench.app)
        }
        // Another process holds the database, so that the pass cannot even begin its transaction.
        let other = try Database(path: "\(bench.folder.path)/authority.db")
        try other.begin()
        _ = bench.replies.take()
        for (machine, body) in zip(machines, bodies) {
            try bench.send(.enrol(machine.node), body, as: "boot_\(machine.node)", id: RequestID("one"))
        }
        #expect(bench.replies.bodies(Refusal.self).map(\.error.code) == [.storeBusy, .storeBusy, .storeBusy])
        other.rollback()
        bench.advance(.seconds(6))
        for (machine, body) in zip(machines, bodies) {
            _ = try bench.askOnce(
                .enrol(machine.node), body, as: "boot_\(machine.node)", id: RequestID("one"), CertificateReply.self)
        }
    }

    @Test("A damaged database refuses by name, and one that is put in its place is used without a restart")
    func damaged() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let path = "\(bench.folder.path)/authority.db"
        bench.client.kill()
        for suffix in ["", "-wal", "-shm"] { rename(path + suffix, path + ".good" + suffix) }
        try writeFile(path, String(repeating: "no database ", count: 1_000))
        try bench.restart()
        #expect(try status(bench).error?.code == .storeCorrupt)
        bench.refused(.storeCorrupt) { _ = try bench.enrol(machine, token: "any") }
        for suffix in ["", "-wal", "-shm"] { rename(path + ".good" + suffix, path + suffix) }
        bench.advance(.seconds(6))
        _ = try bench.enrol(machine, token: try bench.token())
    }

    @Test("The authority's key is not used if others may read it, or it does not fit its certificate")
    func key() throws {
        let folder = TemporaryFolder()
        let authority = try CertificateAuthority.make(
            site: AuthorityBench.site, now: .now(), life: .seconds(86_400 * 10))
        func load() -> ErrorCode? {
            do throws(BeaconBusError) {
                _ = try SiteAuthority.load(folder: folder.path)
                return nil
            } catch {
                return error.code
            }
        }
        #expect(load() == .certificateInvalid)
        try writeFile("\(folder.path)/ca.crt", authority.certificate.pem)
        #expect(load() == .certificateInvalid)
        try AtomicFile(path: "\(folder.path)/ca.key").write(authority.key.pem().bytes)
        #expect(load() == nil)
        for mode: mode_t in [0o640, 0o604, 0o666] {
            chmod("\(folder.path)/ca.key", mode)
            #expect(load() == .keyPermissions)
        }
        try AtomicFile(path: "\(folder.path)/ca.key").write(PrivateKey.generate().pem().bytes)
        #expect(load() == .certificateInvalid)
        try AtomicFile(path: "\(folder.path)/ca.key").write(Array("nonsense".utf8))
        #expect(load() == .certificateInvalid)
    }
}
