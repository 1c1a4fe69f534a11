import Bus
import Schema
import Testing

@testable import ServiceKit

@Suite("Certificates in the configuration")
struct NodeKeysTests {
    private static let site = SiteID("home")!

    private func settings(
        _ values: [(name: String, text: String)], node: Bool = true
    ) throws -> BrokerSettings {
        let table = ConfigurationTable(CommonKeys.all + (node ? [CommonKeys.node] + NodeKeys.all : []))
        var environment = node ? ["BEACONBUS_NODE_ID": "kitchen"] : [:]
        for (name, text) in values {
            environment[try #require(table.keys.first { $0.name == name }).environmentVariable] = text
        }
        return try BrokerSettings(try Configuration.load(table, environment: environment))
    }

    private func configuration(_ settings: BrokerSettings, _ kind: ClientKind) -> BusConfiguration {
        BusConfiguration(
            settings, roots: Roots(site: Self.site), clientID: ClientID(kind: kind, site: Self.site, name: "kitchen")!,
            session: 1)
    }

    @Test("H30: with node.identity lifecycle and scanner each use their certificate of the current set")
    func identity() throws {
        let settings = try settings([("node.identity", "/id"), ("broker.address", "broker.example:8883")])
        #expect(
            configuration(settings, .scanner).tls
                == TLSConfiguration(
                    authorityFile: "/id/authority.pem", certificateFile: "/id/current/scanner.crt",
                    keyFile: "/id/current/scanner.key", keyReaders: .owner))
        #expect(configuration(settings, .node).tls?.certificateFile == "/id/current/lifecycle.crt")
        #expect(configuration(settings, .service).tls == nil, "a site service has files of its own")
        #expect(settings.bootstrapAddress == NetworkAddress(host: "broker.example", port: 8885))
    }

    @Test("Without node.identity everybody uses the files of the section broker; the identity comes before them")
    func files() throws {
        let broker = [
            ("broker.address", "broker.example:8883"), ("broker.authorityFile", "/ca"),
            ("broker.certificateFile", "/crt"), ("broker.keyFile", "/key"),
        ]
        let own = TLSConfiguration(authorityFile: "/ca", certificateFile: "/crt", keyFile: "/key")
        #expect(configuration(try settings(broker), .scanner).tls == own)
        #expect(configuration(try settings(broker, node: false), .service).tls == own)
        let both = try settings(broker + [("node.identity", "/id"), ("node.bootstrapBroker", "[::1]:9")])
        #expect(configuration(both, .scanner).tls?.authorityFile == "/id/authority.pem")
        #expect(configuration(both, .service).tls == own)
        #expect(both.bootstrapAddress == NetworkAddress(host: "::1", port: 9))
    }

    @Test(
        "R17: plain text to another machine is refused unless allowed in so many words; a bootstrap needs an identity")
    func refused() throws {
        #expect(throws: ConfigurationError.self) { try settings([("broker.address", "broker.example:1883")]) }
        #expect(throws: ConfigurationError.self) { try settings([("node.bootstrapBroker", "broker.example:8885")]) }
        let allowed = try settings([("broker.address", "broker.example:1883"), ("broker.plainText", "true")])
        #expect(configuration(allowed, .service).allowsPlainText)
        do {
            _ = try settings([("broker.address", "broker.example:1883")])
        } catch let error as ConfigurationError {
            #expect(error.problems.first?.contains("node.identity") == true, "the remedy names what turns TLS on")
        }
    }

    @Test("Each connection of an operator has a client identifier of its own; nobody else's has a suffix")
    func suffix() throws {
        let settings = try settings([], node: false)
        let suffixes = (0..<100).compactMap { _ in configuration(settings, .operator).clientIDSuffix }
        #expect(Set(suffixes).count == 100)
        #expect(suffixes.allSatisfy { $0.count == 9 && $0.first == "-" })
        for kind in ClientKind.allCases where kind != .operator {
            #expect(configuration(settings, kind).clientIDSuffix == nil)
        }
    }
}
