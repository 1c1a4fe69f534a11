import Bus
import Glibc
import Identity
import Schema
import Support
import Testing

@Suite("A site over time", .timeLimit(.minutes(3)), .serialized)
struct UpRenewalTests {
    @Test("T12: a site that was off until its revocation list had expired lets everybody in again by itself")
    func staleList() async throws {
        // The gate is right to complain of a life this short, so it is not awaited.
        let site = try await UpClosedSite(authority: "  revocation:\n    life: 4s\n", awaited: ["authority"])
        let path = "\(site.folder)/broker/crl.pem"
        // The authority's list has taken the place of the first, empty one.
        let isShort = await eventually {
            guard let list = try? RevocationList(pem: readFile(path)) else { return false }
            return list.nextUpdate - .now() < .seconds(60)
        }
        #expect(isShort)
        await site.stop()
        let list = try RevocationList(pem: readFile(path))
        // Whole seconds: one more, so that it is over for the broker too.
        let isOver = await eventually(within: .seconds(30)) { WallTime.now() > list.nextUpdate + .seconds(1) }
        #expect(isOver)
        let stopped = WallTime.now()
        // Waits until the operator is let in, and the authority is on the bus again.
        try await site.start()
        let haveSpoken = try await eventually(within: .seconds(60)) {
            let heard = try await UpClosedTests.hear(
                site.folder, site.ports[1], ("\(site.folder)/tls/op_test.crt", "\(site.folder)/tls/op_test.key"),
                ["beaconbus/home/services/+"], seconds: 1)
            return ["authority", "gate"].allSatisfy { service in
                let state = heard.lines.first { $0.hasPrefix("beaconbus/home/services/\(service) ") }
                let body = state.map { $0.drop { $0 != " " }.dropFirst() }
                let at = body.flatMap { try? JSONValue.parse(Array($0.utf8))["at"]?.stringValue }
                return at.flatMap { WallTime($0) }.map { $0 > stopped } ?? false
            }
        }
        #expect(haveSpoken, "authority and gate are on the bus again")
        #expect(try RevocationList(pem: readFile(path)).nextUpdate > list.nextUpdate)
    }

    @Test("The running broker shows its new certificate as soon as `site init` has made it")
    func newNames() async throws {
        let site = try await UpClosedSite()
        #expect(try await !Self.names(site).contains("DNS:other.example"))
        let text = try await runTool(
            BuiltProgram.path("beaconctl"),
            [
                "site", "init", "--data-dir", site.folder, "--host", "other.example", "--service-user", "root",
                "--broker-profile", "\(UpTests.root)/deploy/mosquitto/closed.conf.in",
            ], in: site.temporary.path)
        #expect(
            text.contains("for its new names") && text.contains("was told to read its certificates again"), "\(text)")
        let isShown = try await eventually { try await Self.names(site).contains("DNS:other.example") }
        #expect(isShown)
        // Whoever was in stays in, whoever comes comes in.
        _ = try await site.areActive([])
    }

    /// The names in the certificate that the broker shows to those who come.
    static func names(_ site: UpClosedSite) async throws -> String {
        let shown = "\(site.temporary.path)/shown"
        unlink(shown)
        let client = try ChildProcess(
            "/usr/bin/openssl",
            ["s_client", "-connect", "127.0.0.1:\(site.ports[1])", "-CAfile", "\(site.folder)/tls/authority.pem"],
            output: shown)
        _ = await client.ended(within: .seconds(10))
        return try await runTool(
            "/usr/bin/openssl", ["x509", "-in", shown, "-noout", "-ext", "subjectAltName"], in: site.temporary.path)
    }
}
