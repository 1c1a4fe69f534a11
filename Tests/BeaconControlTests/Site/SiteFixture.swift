import Glibc
import Identity
import Schema
import Support

@testable import BeaconControl

/// A site in a folder of its own, made at a time of the test's choosing.
struct SiteFixture {
    static let start = WallTime("2026-11-30T12:00:00Z")!
    static let host = HostName("broker.example")!

    let temporary = TemporaryFolder()
    var folder: String { "\(temporary.path)/site" }
    var layout: SiteLayout { SiteLayout(folder: folder) }

    /// The profile as it lies in the repository.
    static func profile() throws -> String {
        let root = "/" + #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        return try readFile("\(root)/deploy/mosquitto/\(BrokerProfile.name)")
    }

    func request(
        site: String? = nil, hosts: [HostName] = [], operators: [String] = []
    ) throws -> SiteRequest {
        SiteRequest(
            folder: folder, site: site.flatMap { SiteID($0) }, hosts: hosts,
            operators: operators.compactMap { OperatorID($0) }, profile: try Self.profile())
    }

    /// Runs `site init` so many days after the start.
    @discardableResult
    func run(_ request: SiteRequest? = nil, days: Int64 = 0) throws -> SiteReport {
        let request = try request ?? self.request(hosts: [Self.host])
        return try SiteInitialiser.run(request, now: Self.start + .seconds(days * 86_400), hostName: HostName("here"))
            .report
    }

    func certificate(_ path: String) throws -> Certificate { try Certificate(pem: try readFile(path)) }

    func client(_ kind: ClientKind, _ name: String) throws -> ClientID {
        ClientID(kind: kind, site: SiteID("home")!, name: name)!
    }

    /// The five clients a new site has.
    var clients: [ClientID] {
        ["metadata", "dispatch", "bridge", "authority", "gate"].map {
            ClientID(kind: .service, site: SiteID("home")!, name: $0)!
        } + [ClientID(kind: .operator, site: SiteID("home")!, name: "admin")!]
    }

    /// Every file below, by its path in the site.
    func files() throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        func walk(_ path: String, _ name: String) throws {
            for entry in try SiteFiles().names(in: path) {
                let below = "\(path)/\(entry)"
                let short = name.isEmpty ? entry : "\(name)/\(entry)"
                if Self.isFolder(below) {
                    try walk(below, short)
                } else {
                    found[short] = Array(try readFile(below).utf8)
                }
            }
        }
        try walk(folder, "")
        return found
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    static func mode(_ path: String) -> UInt32 {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// What is wrong with the site at a time; empty if it is complete and fits together.
    func faults(days: Int64 = 0) throws -> [String] {
        let now = Self.start + .seconds(days * 86_400)
        let authority = try certificate(layout.authorityCertificate)
        let trust = try TrustStore([authority])
        var faults: [String] = []
        var pairs = [(layout.serverKey, layout.serverCertificate, CertificatePurpose.server)]
        pairs += clients.map { (layout.key($0), layout.certificate($0), .client) }
        for (key, path, purpose) in pairs {
            do {
                let certificate = try certificate(path)
                try trust.verify([certificate], purpose: purpose, at: now)
                if try PrivateKey(pem: Array(readFile(key).utf8)).publicKey != certificate.publicKey {
                    faults.append("\(path) is not of its key")
                }
            } catch {
                faults.append("\(path): \(error)")
            }
            if Self.mode(key) != 0o600 { faults.append("\(key) is open to others") }
        }
        let key = try PrivateKey(pem: Array(readFile(layout.authorityKey).utf8))
        if key.publicKey != authority.publicKey { faults.append("the authority's key is another one") }
        for path in [layout.trusted, layout.brokerTrusted] where try readFile(path) != authority.pem {
            faults.append("\(path) is not the authority")
        }
        if try !RevocationList(pem: readFile(layout.brokerRevocations)).isIssued(by: authority) {
            faults.append("the revocation list is not the authority's")
        }
        if try JSONValue.parse(Array(readFile(layout.brokerAccess).utf8))["clients"]?.arrayValue?.isEmpty ?? true {
            faults.append("nobody may come in")
        }
        let configured = try readFile(layout.brokerConfiguration)
        if configured.split(separator: "\n").contains(where: { !$0.hasPrefix("#") && $0.contains("@") }) {
            faults.append("the broker's configuration has a mark left")
        }
        return faults
    }
}
