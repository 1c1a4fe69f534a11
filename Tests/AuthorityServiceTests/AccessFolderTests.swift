import Access
import Bus
import Glibc
import Identity
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import AuthorityService

@Suite("Authority: what the gate reads, and the clock")
struct AccessFolderTests {
    private func status(_ bench: AuthorityBench) throws -> ServiceStatus {
        let stored = try #require(bench.bus.broker.retainedMessage("beaconbus/home/services/authority"))
        return try MessageCoder.decode(ServiceStatus.self, stored.payload).body
    }

    private func applied(_ bench: AuthorityBench, revision: Int64, list: Int64) throws {
        try AtomicFile(path: "\(bench.folder.path)/applied.json").write(
            Array(#"{"revision":\#(revision),"crlNumber":\#(list),"at":"2026-01-01T00:00:00Z"}"#.utf8))
    }

    @Test("R17: a revocation is answered when the broker has taken it over, with how long that took")
    func waitsForGate() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, _) = try bench.working("kitchen")
        try applied(bench, revision: 1, list: 1)
        let anna = try #require(Requester("op_anna"))
        _ = bench.replies.take()
        try bench.send(
            .authorityCommand(.nodeRevoke, anna), NodeRevokeCommand(node: machine.node), as: "op_anna")
        #expect(bench.replies.messages.isEmpty, "nothing is said before the broker has it")
        let document = try AccessDocument(reading: Array(readFile("\(bench.folder.path)/access/access.json").utf8))
        #expect(document.identities.isEmpty)
        let number = try #require(try bench.list().number)
        bench.advance(.milliseconds(40))
        try applied(bench, revision: Int64(document.revision), list: Int64(number) - 1)
        bench.advance(.milliseconds(40))
        #expect(bench.replies.messages.isEmpty)
        try applied(bench, revision: Int64(document.revision), list: Int64(number))
        bench.advance(.milliseconds(10))
        let reply = try #require(bench.replies.bodies(NodeChangeReply.self).first)
        let duration = try #require(reply.duration)
        #expect((80...95).contains(duration))
    }

    @Test("A gate that does not answer delays an answer by at most five seconds, and the next ones not at all")
    func lateGate() throws {
        let bench = try AuthorityBench()
        try applied(bench, revision: 0, list: 0)
        let anna = try #require(Requester("op_anna"))
        for (number, wait) in [(1, 5), (2, 0)] {
            let machine = try CandidateNode(site: AuthorityBench.site, node: AuthorityBench.name("n-\(number)"))
            _ = bench.replies.take()
            try bench.send(
                .authorityCommand(.nodeAdd, anna),
                NodeAddCommand(node: machine.node, request: try machine.bootstrapRequest()), as: "op_anna")
            if wait > 0 {
                bench.advance(.milliseconds(4_900))
                #expect(bench.replies.messages.isEmpty)
                bench.advance(.milliseconds(200))
            } else {
                bench.advance(.milliseconds(20))
            }
            #expect(bench.replies.bodies(NodeAddReply.self).count == 1)
        }
        #expect(bench.handler.counters.unconfirmed.value == 2)
    }

    @Test("T12: the list is made anew at a third of its life, without anything revoked and without a connection")
    func renewedList() throws {
        let bench = try AuthorityBench()
        let first = try bench.list()
        #expect(first.isIssued(by: bench.authority.certificate))
        #expect(first.nextUpdate - bench.clock.now > .seconds(7 * 86_400 - 5))
        bench.advance(.seconds(2 * 86_400))
        #expect(try bench.list() == first)
        bench.bus.broker.isDown = true
        bench.client.cut()
        bench.advance(.seconds(86_400 / 2))
        let second = try bench.list()
        #expect(try #require(second.number) > #require(first.number))
        #expect(second.thisUpdate >= first.thisUpdate + .seconds(1))
        #expect(second.nextUpdate > bench.clock.now + .seconds(6 * 86_400))
    }

    @Test("T12: a list that cannot be written is an error in the status, and beyond half of its life an alarm")
    func alarm() throws {
        let bench = try AuthorityBench()
        #expect(try status(bench).ready)
        let access = "\(bench.folder.path)/access"
        rename(access, access + ".away")
        try writeFile(access, "in the way")
        bench.advance(.seconds(3 * 86_400))
        bench.advance(.seconds(86_400))
        let broken = try status(bench)
        #expect(broken.error != nil)
        #expect(broken.counters["list.age"].map { $0 >= 4 * 86_400 } == true)
        unlink(access)
        rename(access + ".away", access)
        bench.advance(.seconds(60))
        #expect(try bench.list().nextUpdate > bench.clock.now + .seconds(6 * 86_400))
        #expect(try status(bench).error == nil)
    }

    @Test("A crash between the record of a list and its file is made good at the next start")
    func lostList() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let (machine, reply) = try bench.working("kitchen")
        _ = try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self)
        let before = try bench.list()
        unlink("\(bench.folder.path)/access/crl.pem")
        unlink("\(bench.folder.path)/access/access.json")
        try bench.restart()
        #expect(try bench.isRevoked(reply.chains.lifecycle))
        #expect(try #require(try bench.list().number) > #require(before.number))
        #expect((try? readFile("\(bench.folder.path)/access/access.json")) != nil)
    }

    @Test("D17, T21: with a clock in 1970, or ten years ahead, nothing is issued; right again, everything goes on")
    func clock() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        let machine = try bench.announced("kitchen")
        let token = try bench.token()
        let requests = try machine.requests()
        let id = try #require(RequestID("one"))
        let right = bench.clock.now
        for wrong in [WallTime.epoch, right - .seconds(3600), right + .seconds(3650 * 86_400 - 7_200)] {
            bench.clock.now = wrong
            bench.refused(.clockWrong) { _ = try bench.enrol(machine, token: token, id: id, requests: requests) }
            bench.refused(.clockWrong) { _ = try bench.announced("cellar") }
            bench.refused(.clockWrong) { _ = try bench.token() }
            bench.bus.advance(.seconds(120))
            #expect(try status(bench).error?.code == .clockWrong)
            #expect(try !status(bench).ready)
        }
        bench.clock.now = right
        let reply = try bench.enrol(machine, token: token, id: id, requests: requests)
        bench.clock.now = .epoch
        bench.refused(.clockWrong) { try bench.activate(machine, reply.set) }
        // Cutting somebody off needs no clock.
        #expect(
            try bench.tell(.nodeRevoke, NodeRevokeCommand(node: machine.node), NodeChangeReply.self).certificates > 0)
    }

    @Test("The end of the authority's own certificate shows a month before, cuts what is issued, and ends all issuing")
    func endOfAuthority() throws {
        let bench = try AuthorityBench(change: { $0.greatestGap = .seconds(36_500 * 86_400) })
        try bench.addApp()
        bench.advance(.seconds(3_630 * 86_400))
        #expect(try status(bench).error?.code == .certificateExpired)
        #expect(try status(bench).ready)
        let machine = try bench.announced("kitchen")
        let reply = try bench.enrol(machine, token: try bench.token())
        let end = bench.authority.certificate.notAfter
        #expect(reply.chains.notAfter == end)
        #expect(try Certificate(pem: #require(reply.chains.bootstrap)).notAfter == end)
        let other = try bench.announced("cellar")
        let token = try bench.token()
        bench.advance(.seconds(21 * 86_400))
        #expect(try !status(bench).ready)
        bench.refused(.nodeUnexpected) { _ = try bench.enrol(other, token: token) }
        bench.refused(.certificateExpired) { _ = try bench.announced("cellar") }
    }

    @Test("R21: an idle authority writes nothing")
    func idle() throws {
        let bench = try AuthorityBench()
        try bench.addApp()
        _ = try bench.working("kitchen")
        bench.advance(.seconds(700))
        func sizes() -> [Int64] {
            ["authority.db", "authority.db-wal", "audit.log", "access/access.json", "access/crl.pem"].map { name in
                var status = stat()
                #expect(stat("\(bench.folder.path)/\(name)", &status) == 0)
                return Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
            }
        }
        let before = sizes()
        let messages = bench.published.messages.count
        for _ in 0..<20 { bench.advance(.seconds(170)) }
        #expect(sizes() == before)
        #expect(bench.published.messages.count <= messages + 1)
    }

    @Test("Certificates made by site init are taken over, once, and only those of this authority and of clients")
    func imported() throws {
        let bench = try AuthorityBench()
        let issued = "\(bench.folder.path)/issued"
        mkdir(issued, 0o755)
        let now = bench.clock.now
        func put(_ name: String, by authority: CertificateAuthority? = nil) throws -> Certificate {
            let certificate = try (authority ?? bench.authority).issue(
                .client, to: #require(ClientID(name)), publicKey: PrivateKey.generate().publicKey,
                serial: SystemRandom.serial(), notBefore: now - .seconds(60), notAfter: now + .seconds(86_400))
            try writeFile("\(issued)/\(certificate.serial).pem", certificate.pem)
            return certificate
        }
        let metadata = try put("svc.home.metadata")
        _ = try put("op.home.anna")
        _ = try put("boot.home.join")
        _ = try put("n.home.kitchen")
        let stranger = try CertificateAuthority.make(site: AuthorityBench.site, now: now, life: .seconds(86_400 * 9))
        _ = try put("svc.home.dispatch", by: stranger)
        try writeFile("\(issued)/broken.pem", "nonsense")
        bench.advance(.seconds(130))
        let text = try readFile("\(bench.folder.path)/access/access.json")
        let document = try AccessDocument(reading: Array(text.utf8))
        #expect(
            document.identities.map(\.client.description).sorted() == [
                "boot.home.join", "op.home.anna", "svc.home.metadata",
            ])
        #expect(access("\(issued)/\(metadata.serial).pem", F_OK) != 0)
        let list = try bench.tell(.certificateList, CertificateListCommand(), CertificateListReply.self)
        #expect(list.certificates.count == 3)
    }
}
