import Glibc
import Identity
import Schema
import Support
import Testing

@testable import BeaconControl

@Suite("Making a site")
struct SiteInitTests {
    @Test("R17: a new site has an authority, a broker and certificates that fit together, keys for their owner alone")
    func new() throws {
        let site = SiteFixture()
        let report = try site.run()
        #expect(report.isNew && report.hasChanged)
        #expect(try site.faults() == [])
        #expect(SiteFixture.mode(site.layout.authorityKey) == 0o600)
        #expect(SiteFixture.mode(site.layout.broker) == 0o700)
        #expect(SiteFixture.mode(site.folder) == 0o711 && SiteFixture.mode(site.layout.authority) == 0o711)
        let server = try site.certificate(site.layout.serverCertificate)
        #expect(Set(server.alternativeNames) == ["broker.example", "here", "localhost", "127.0.0.1", "::1"])
        #expect(server.notAfter - SiteFixture.start == .seconds(730 * 86_400))
        let person = try site.certificate(site.layout.certificate(site.client(.operator, "admin")))
        #expect(person.notAfter - SiteFixture.start == .seconds(365 * 86_400))
        let authority = try site.certificate(site.layout.authorityCertificate)
        #expect(authority.notAfter - SiteFixture.start == .seconds(7_300 * 86_400))
        // Every certificate of a client can be revoked: the authority is told of it.
        let told = try SiteFiles().names(in: site.layout.issued)
        let serials = try site.clients.map { try site.certificate(site.layout.certificate($0)).serial }
        #expect(Set(told) == Set(serials.map { "\($0).pem" }))
    }

    @Test("No key stands in a report, a configuration or anything that others may read")
    func secrets() throws {
        let site = SiteFixture()
        let report = try site.run()
        var secrets: [String] = []
        for path in [site.layout.authorityKey, site.layout.serverKey] + site.clients.map(site.layout.key) {
            // The body of the key, in lines and without them.
            secrets += try readFile(path).split(separator: "\n").filter { !$0.hasPrefix("-") }.map(String.init)
        }
        #expect(secrets.count >= 7 * 3)
        for (path, bytes) in try site.files() where !path.hasSuffix(".key") {
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(!secrets.contains { text.contains($0) }, "\(path)")
        }
        #expect(!secrets.contains { report.text.contains($0) })
    }

    @Test("Run again, it changes nothing")
    func again() throws {
        let site = SiteFixture()
        try site.run()
        let before = try site.files()
        let report = try site.run(site.request())
        #expect(!report.hasChanged, "\(report.text)")
        #expect(try site.files() == before)
        #expect(report.text.contains("Everything is there already."))
        #expect(report.nextDue?.client == "op.home.admin")
    }

    @Test("What is due is renewed over its key, nothing else is, and the authority never")
    func renewal() throws {
        let site = SiteFixture()
        try site.run()
        let before = try site.files()
        // An operator's year: a third is left after 243 days. Two years of the others: after 487.
        #expect(try !site.run(site.request(), days: 240).hasChanged)
        let early = try site.run(site.request(), days: 250)
        #expect(early.lines.filter { $0.deed == .renewed }.map(\.path) == ["tls/op_admin.crt"])
        let late = try site.run(site.request(), days: 500)
        let services = ["metadata", "dispatch", "bridge", "authority", "gate"].map { "tls/\($0).crt" }
        #expect(
            late.lines.filter { $0.deed == .renewed }.map(\.path)
                == ["broker/server.crt"] + services + ["tls/op_admin.crt"])
        #expect(late.brokerIsStale && !early.brokerIsStale)
        #expect(try site.faults(days: 500) == [])
        let after = try site.files()
        for path in before.keys where path.hasSuffix(".key") || path.hasPrefix("authority/ca") {
            #expect(before[path] == after[path], "\(path)")
        }
        // Old and new ones are all known to the authority.
        #expect(try SiteFiles().names(in: site.layout.issued).count == 6 + 1 + 6)
        // Long after all of them have expired it still mends itself.
        try site.run(site.request(), days: 3_000)
        #expect(try site.faults(days: 3_000) == [])
    }

    @Test("Cut off after any file, it is mended by the next run, with the authority it had")
    func cutOff() throws {
        let whole = SiteFixture()
        let count = try whole.run().lines.count
        for kept in 0...count {
            let site = SiteFixture()
            let lines = try site.run().lines
            let authority = try readFile(site.layout.authorityCertificate)
            for line in lines.dropFirst(kept) {
                unlink(line.path.hasPrefix("/") ? line.path : "\(site.folder)/\(line.path)")
            }
            // Certificates that had not been made had not been told of either.
            let left = try site.clients.filter { access(site.layout.certificate($0), F_OK) == 0 }
                .map { "\(try site.certificate(site.layout.certificate($0)).serial).pem" }
            for name in try SiteFiles().names(in: site.layout.issued) where !left.contains(name) {
                unlink("\(site.layout.issued)/\(name)")
            }
            try site.run()
            #expect(try site.faults() == [], "after \(kept) files")
            if kept >= 3 { #expect(try readFile(site.layout.authorityCertificate) == authority, "after \(kept) files") }
        }
    }

    @Test("A certificate that is lost, damaged or not of its key is made again over the key; a lost key is made anew")
    func repairs() throws {
        let site = SiteFixture()
        try site.run()
        let gate = try site.client(.service, "gate")
        let metadata = try site.client(.service, "metadata")
        let key = try readFile(site.layout.key(gate))
        for damage in ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            try writeFile(site.layout.certificate(gate), damage)
            #expect(try site.run().lines.contains { $0.deed == .repaired && $0.path == "tls/gate.crt" })
            #expect(try site.faults() == [] && readFile(site.layout.key(gate)) == key)
        }
        try writeFile(site.layout.certificate(gate), try readFile(site.layout.certificate(metadata)))
        try site.run()
        #expect(try site.faults() == [])
        unlink(site.layout.key(gate))
        try site.run()
        #expect(try site.faults() == [] && readFile(site.layout.key(gate)) != key)
        // Rights that were opened are closed again, and that is said.
        chmod(site.layout.key(gate), 0o644)
        #expect(try site.run().lines.contains { $0.deed == .repaired && $0.path == "tls/gate.key" })
        #expect(try site.faults() == [])
    }

    @Test("The broker's certificate follows its names")
    func names() throws {
        let site = SiteFixture()
        try site.run()
        let key = try readFile(site.layout.serverKey)
        let report = try site.run(site.request(hosts: [HostName("192.0.2.7")!, SiteFixture.host]))
        #expect(report.lines.contains { $0.deed == .changed && $0.path == "broker/server.crt" } && report.brokerIsStale)
        let server = try site.certificate(site.layout.serverCertificate)
        #expect(
            Set(server.alternativeNames) == ["192.0.2.7", "broker.example", "here", "localhost", "127.0.0.1", "::1"])
        #expect(try readFile(site.layout.serverKey) == key)
        #expect(try !site.run(site.request()).hasChanged, "the names are remembered")
    }

    @Test("A further operator gets a certificate; a revoked one does not, unless named again, and then with a new key")
    func people() throws {
        let site = SiteFixture()
        try site.run()
        let report = try site.run(site.request(operators: ["anna"]))
        #expect(report.lines.contains { $0.deed == .made && $0.path == "tls/op_anna.crt" })
        let anna = try site.client(.operator, "anna")
        let gate = try site.client(.service, "gate")
        let keys = try [anna, gate].map { try readFile(site.layout.key($0)) }
        // The authority revokes both.
        let authority = try CertificateAuthority(
            certificate: site.certificate(site.layout.authorityCertificate),
            key: PrivateKey(pem: Array(readFile(site.layout.authorityKey).utf8)))
        let serials = try [anna, gate].map { try site.certificate(site.layout.certificate($0)).serial }
        try writeFile(
            site.layout.accessRevocations,
            authority.revocationList(
                serials.map { ($0, SiteFixture.start) }, number: 2, issued: SiteFixture.start,
                nextUpdate: SiteFixture.start + .seconds(86_400)))
        let next = try site.run(site.request(), days: 300)
        #expect(next.lines.contains { $0.deed == .skipped && $0.path == "tls/op_anna.crt" })
        #expect(try readFile(site.layout.key(anna)) == keys[0])
        #expect(try site.certificate(site.layout.certificate(anna)).serial == serials[0])
        // A service is to work, so it gets a new key at once.
        #expect(try readFile(site.layout.key(gate)) != keys[1])
        #expect(try site.certificate(site.layout.certificate(gate)).serial != serials[1])
        try site.run(site.request(operators: ["anna"]), days: 300)
        #expect(try readFile(site.layout.key(anna)) != keys[0])
        #expect(try site.certificate(site.layout.certificate(anna)).serial != serials[0])
    }

    @Test("Configuration files are written once and then left to people; the broker's is kept as the profile says")
    func configuration() throws {
        let site = SiteFixture()
        try site.run()
        for name in ["beaconbus.yaml", "node.yaml", "op_admin.yaml"] {
            try writeFile("\(site.folder)/\(name)", "# mine\n")
        }
        try writeFile(site.layout.brokerConfiguration, "listener 1883\nallow_anonymous true\n")
        let report = try site.run()
        #expect(report.lines.filter { $0.deed != .kept }.map(\.path) == ["broker/mosquitto.conf"])
        for name in ["beaconbus.yaml", "node.yaml", "op_admin.yaml"] {
            #expect(try readFile("\(site.folder)/\(name)") == "# mine\n")
        }
        #expect(try site.faults() == [])
    }

    @Test("With the broker's folder gone, revocations and rights come back as the authority said last")
    func brokerFolder() throws {
        let site = SiteFixture()
        try site.run()
        let authority = try CertificateAuthority(
            certificate: site.certificate(site.layout.authorityCertificate),
            key: PrivateKey(pem: Array(readFile(site.layout.authorityKey).utf8)))
        let said = try authority.revocationList(
            [("0a0b", SiteFixture.start)], number: 9, issued: SiteFixture.start,
            nextUpdate: SiteFixture.start + .seconds(86_400))
        try writeFile(site.layout.accessRevocations, said)
        unlink(site.layout.brokerRevocations)
        try site.run()
        #expect(try readFile(site.layout.brokerRevocations) == said)
    }
}
