import Identity
import Schema
import Testing

@testable import BeaconControl

@Suite("Status and who asks")
struct StatusTests {
    static let now = WallTime("2026-11-30T12:00:00Z")!
    static let kitchen = NodeID("kitchen")!

    static func site(_ certificate: String) -> SiteModel {
        var site = SiteModel()
        let state = """
            {"state":"running","policy":"automatic","online":true,"session":1,"connection":1,"certificate":\(certificate)}
            """
        _ = site.apply(.nodeState(kitchen), Array(state.utf8), retained: true)
        return site
    }

    static func row(_ report: StatusReport, _ name: String) -> [Substring] {
        report.text.split(separator: "\n").first { $0.hasPrefix(name + " ") }?.split(separator: " ") ?? []
    }

    @Test("A node's row says what its certificate is good for, how long, and how it stands with the authority")
    func certificate() {
        let site = Self.site("{\"status\":\"valid\",\"notAfter\":\"2027-02-28T12:00:00.000Z\"}")
        let entry = NodeEntry(node: Self.kitchen, standing: .active)
        let report = StatusReport(site, standings: [entry], now: Self.now)
        #expect(
            Self.row(report, "kitchen").prefix(7) == ["kitchen", "running", "automatic", "valid", "90", "d", "active"])
        #expect(report.isWell)
        #expect(report.json["standings"]?["kitchen"] == "active")
    }

    @Test("Nodes that the authority waits for are there too; one that was put off is not shown as running")
    func standings() {
        let site = Self.site("{\"status\":\"valid\",\"notAfter\":\"2027-02-28T12:00:00.000Z\"}")
        let attic = NodeEntry(node: NodeID("attic")!, standing: .waiting)
        let put = NodeEntry(node: Self.kitchen, standing: .revoked)
        let report = StatusReport(site, standings: [attic, put], now: Self.now)
        #expect(Self.row(report, "attic").prefix(6) == ["attic", "never", "seen", "-", "-", "waiting"])
        #expect(Self.row(report, "kitchen").prefix(3) == ["kitchen", "cut", "off"])
        #expect(StatusReport(SiteModel(), standings: [attic], now: Self.now).text.contains("attic"))
    }

    @Test("R17: a closed site without its gate is not well, and the table says which services were never seen")
    func missing() throws {
        var site = Self.site("{\"status\":\"valid\",\"notAfter\":\"2027-02-28T12:00:00.000Z\"}")
        for name in ["authority", "dispatch", "metadata"] {
            let status = "{\"ready\":true,\"online\":true,\"session\":1,\"connection\":1}"
            _ = site.apply(.service(try #require(ServiceName(name))), Array(status.utf8), retained: true)
        }
        #expect(StatusReport(site, now: Self.now).isWell, "an open bus has no gate")
        let report = StatusReport(site, expected: StatusReport.closedSite, now: Self.now)
        #expect(!report.isWell)
        #expect(Self.row(report, "gate").prefix(3) == ["gate", "never", "seen"])
        #expect(report.json["missing"] == ["gate"])
        #expect(StatusReport(SiteModel(), expected: StatusReport.closedSite).text.contains("never seen"))
    }

    @Test("What is left of a certificate, from days to nothing, and without one")
    func left() {
        func cell(_ end: String) -> String {
            CertificateText.cell(["status": "renewalDue", "notAfter": .string(end)], now: Self.now)
        }
        #expect(cell("2026-12-10T12:00:00Z") == "renewalDue 10 d")
        #expect(cell("2026-12-01T13:00:00Z") == "renewalDue 25 h")
        #expect(cell("2026-11-30T12:59:59Z") == "renewalDue 59 min")
        #expect(cell("2026-11-01T12:00:00Z") == "renewalDue 0 min")
        #expect(cell("soon") == "renewalDue")
        #expect(CertificateText.cell(["status": "none"], now: Self.now) == "none")
        #expect(CertificateText.cell(nil, now: Self.now) == "-")
    }

    @Test("The view tells when a node's certificate is another one, once")
    func view() {
        var site = SiteModel()
        func apply(_ certificate: String) -> [ViewEvent] {
            site.apply(
                .nodeState(Self.kitchen), Array("{\"state\":\"running\",\"certificate\":\(certificate)}".utf8),
                retained: false)
        }
        #expect(apply("{\"status\":\"none\"}").isEmpty)
        let valid = "{\"status\":\"valid\",\"notAfter\":\"2027-02-28T12:00:00.000Z\",\"set\":\"0a1b2c3d4e5f6071\"}"
        #expect(apply(valid).map(\.detail) == ["valid until 2027-02-28, set 0a1b2c3d4e5f6071"])
        #expect(apply(valid).isEmpty)
        #expect(apply("{\"status\":\"expired\",\"set\":\"0a1b2c3d4e5f6071\"}").map(\.kind) == [.warning])
    }

    @Test("Who asks is whose the certificate is: another name, another site or another kind is refused in words")
    func whoAsks() throws {
        let site = SiteID("home")!
        let authority = try CertificateAuthority.make(site: site, now: Self.now, life: .seconds(86_400))
        func leaf(_ name: String) throws -> Certificate {
            try authority.issue(
                .client, to: ClientID(name)!, publicKey: PrivateKey.generate().publicKey, serial: SystemRandom.serial(),
                notBefore: Self.now, notAfter: Self.now + .seconds(3_600))
        }
        let anna = OperatorID("anna")!
        #expect(try OperatorSession.operatorID(of: leaf("op.home.anna"), in: "f", asked: nil, site: site) == anna)
        #expect(try OperatorSession.operatorID(of: leaf("op.home.anna"), in: "f", asked: anna, site: site) == anna)
        for (name, asked) in [
            ("op.shop.anna", nil), ("svc.home.gate", nil), ("n.home.kitchen", nil), ("op.home.anna", OperatorID("bob")),
        ] {
            let error = #expect(throws: CommandFailure.self) {
                try OperatorSession.operatorID(of: leaf(name), in: "f", asked: asked, site: site)
            }
            #expect(error?.description.contains(name) == true, "\(name)")
        }
    }
}
