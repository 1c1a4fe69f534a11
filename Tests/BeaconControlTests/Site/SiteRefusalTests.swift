import Glibc
import Identity
import Schema
import Support
import Testing

@testable import BeaconControl

@Suite("Refusing to make a site")
struct SiteRefusalTests {
    /// Runs and expects a refusal that changes nothing.
    static func refused(
        _ site: SiteFixture, _ code: ErrorCode, _ words: String, request: SiteRequest? = nil, days: Int64 = 0,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let before = try site.files()
        let error = #expect(throws: BeaconBusError.self, sourceLocation: location) {
            try site.run(request, days: days)
        }
        #expect(error?.code == code, "\(String(describing: error?.debugDescription))", sourceLocation: location)
        #expect(
            error?.debugDescription.contains(words) == true, "\(String(describing: error))", sourceLocation: location)
        #expect(try site.files() == before, sourceLocation: location)
    }

    @Test("A folder with things of others is left alone")
    func foreign() throws {
        let site = SiteFixture()
        mkdir(site.folder, 0o755)
        try writeFile("\(site.folder)/letters", "dear")
        try Self.refused(site, .configurationInvalid, "it holds letters")
        #expect(SiteFixture.mode(site.folder) == 0o755)
    }

    @Test("The folder of another site is refused, and so is a file in the folder's place")
    func other() throws {
        let site = SiteFixture()
        try site.run()
        try Self.refused(
            site, .configurationInvalid, "made for site home, not shop", request: site.request(site: "shop"))
        let taken = SiteFixture()
        try writeFile(taken.folder, "a file")
        #expect(throws: BeaconBusError.self) { try taken.run() }
    }

    @Test("A record that is lost or damaged is not guessed")
    func record() throws {
        let site = SiteFixture()
        try site.run()
        for text in ["", "{", "{\"version\":2}", "{\"version\":1,\"site\":\"HOME\"}"] {
            try writeFile(site.layout.record, text)
            try Self.refused(site, .storeCorrupt, site.layout.record)
        }
        unlink(site.layout.record)
        try Self.refused(site, .storeCorrupt, "is missing")
    }

    @Test("An authority that was used is never replaced: a lost key, another key, an open key are told")
    func authority() throws {
        let site = SiteFixture()
        try site.run()
        let key = try readFile(site.layout.authorityKey)
        unlink(site.layout.authorityKey)
        try Self.refused(site, .storeCorrupt, site.layout.authorityKey)
        try writeFile(site.layout.authorityKey, String(decoding: PrivateKey.generate().pem().bytes, as: UTF8.self))
        chmod(site.layout.authorityKey, 0o600)
        try Self.refused(site, .certificateInvalid, "does not belong to its certificate")
        try writeFile(site.layout.authorityKey, key)
        chmod(site.layout.authorityKey, 0o640)
        try Self.refused(site, .keyPermissions, "chmod 600")
        chmod(site.layout.authorityKey, 0o600)
        // The certificate is also what clients trust, so it can be put back.
        let certificate = try readFile(site.layout.authorityCertificate)
        unlink(site.layout.authorityCertificate)
        #expect(try site.run().lines.contains { $0.deed == .repaired && $0.path == "authority/ca.crt" })
        #expect(try readFile(site.layout.authorityCertificate) == certificate)
        unlink(site.layout.authorityCertificate)
        unlink(site.layout.trusted)
        try Self.refused(site, .storeCorrupt, site.layout.authorityCertificate)
    }

    @Test("D17: an authority past its end, and a clock before its beginning, are told apart")
    func clock() throws {
        let site = SiteFixture()
        try site.run()
        try Self.refused(site, .certificateExpired, "has expired", days: 20 * 365 + 1)
        try Self.refused(site, .clockWrong, "clock is behind", days: -1)
    }

    @Test("Two runs at once: the second is told who has the folder")
    func locked() throws {
        let site = SiteFixture()
        try site.run()
        let lock = try SiteLock.take(site.folder)
        let error = #expect(throws: BeaconBusError.self) { try SiteLock.take(site.folder) }
        #expect(error?.code == .storeBusy && error?.reason.contains("process \(getpid())") == true)
        withExtendedLifetime(lock) {}
    }

    @Test("Names of the broker: host names and addresses, nothing that could mean more")
    func names() {
        for text in [
            "broker.example", "localhost", "a-1.b", "192.0.2.1", "::1", "2001:DB8::1", "xn--bcher-kva.example",
        ] {
            #expect(HostName(text) != nil, "\(text)")
        }
        let label = String(repeating: "a", count: 63)
        for text in [
            "", "*.example", "a..b", "-a.b", "a-.b", "a_b", "a b", "a/b", "1.2.3", "1.2.3.4.5", "bücher.example", ".a",
            "a.", "[::1]", "a\n", "\(label)a", Array(repeating: label, count: 4).joined(separator: "."),
        ] {
            #expect(HostName(text) == nil, "\(text)")
        }
        #expect(SitePorts("8883") == .usual)
        #expect(SitePorts("1,2,3") == SitePorts(nodes: 1, people: 2, bootstrap: 3))
        for text in ["", "0", "65534", "1,2", "1,1,2", "1,2,0", "1,2,3,4", "x", "-1"] {
            #expect(SitePorts(text) == nil, "\(text)")
        }
    }
}
