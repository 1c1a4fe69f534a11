import Schema
import Support
import Testing

@testable import Identity

/// A node's side of enrolment over a simulated disk, as the lifecycle does it: each step asks the folder where it stands.
struct FolderNode {
    static let siteID = SiteID("home") ?? { fatalError() }()
    static let nodeID = NodeID("kitchen") ?? { fatalError() }()

    let site: Site
    let trust: TrustStore
    let bundle: BootstrapBundle

    init() throws {
        site = try Site()
        trust = try TrustStore([site.authority.certificate])
        let boot = try site.issue("boot.home.kitchen")
        bundle = try BootstrapBundle(key: boot.key, chain: [boot.certificate], trust: trust)
    }

    /// What the authority answers, and the request it answers.
    struct Pair {
        let id: CertificateSetID
        let request: PendingRequest
        let chains: CertificateChains
        /// The content of its files, as they lie in its folder.
        let files: [String: [UInt8]]
    }

    func pair(_ id: UInt64) throws -> Pair {
        let lifecycle = try site.issue("n.home.kitchen")
        let scanner = try site.issue("s.home.kitchen")
        let reserve = try site.issue("boot.home.kitchen", key: lifecycle.key)
        let record: JSONValue = [
            "id": .integer(Int64(id)), "token": "hunter2", "csr": .string(String(repeating: "x", count: 900)),
        ]
        return Pair(
            id: CertificateSetID(id),
            request: PendingRequest(record: record, lifecycleKey: lifecycle.key, scannerKey: scanner.key),
            chains: CertificateChains(
                lifecycle: lifecycle.certificate.pem, scanner: scanner.certificate.pem,
                bootstrap: reserve.certificate.pem, notAfter: lifecycle.certificate.notAfter),
            files: [
                "lifecycle.key": lifecycle.key.pem().bytes, "lifecycle.crt": Array(lifecycle.certificate.pem.utf8),
                "scanner.key": scanner.key.pem().bytes, "scanner.crt": Array(scanner.certificate.pem.utf8),
                "bootstrap.crt": Array(reserve.certificate.pem.utf8),
            ])
    }

    func folder(_ disk: SimulatedDisk) -> NodeIdentityFolder {
        NodeIdentityFolder(path: "identity", files: disk, owner: 7)
    }

    /// From wherever the folder stands to the pair in use and activated.
    func enrol(_ pair: Pair, _ disk: SimulatedDisk) throws {
        let folder = folder(disk)
        folder.cleanUp()
        try folder.prepare()
        try folder.check()
        try folder.splitBundle(site: Self.siteID, node: Self.nodeID)
        if try folder.currentID() != pair.id {
            if try folder.pending()?.record != pair.request.record { try folder.storePending(pair.request) }
            try install(pair, folder)
        }
        try folder.removePending()
        if try folder.unactivated() == pair.id {
            try folder.markActivated(pair.id)
        }
        folder.cleanUp()
    }

    func install(_ pair: Pair, _ folder: NodeIdentityFolder) throws {
        let pending = try #require(try folder.pending())
        _ = try folder.install(
            pair.id, chains: pair.chains, lifecycleKey: pending.lifecycleKey,
            scannerKey: try #require(pending.scannerKey),
            record: ["chainBegan": "2026"], site: Self.siteID, node: Self.nodeID, trust: trust, at: Site.now)
    }

    /// The pair in use, nil where there is none; throws where any byte of it is not as it should be.
    func holding(_ pairs: [Pair], _ folder: NodeIdentityFolder) throws -> CertificateSetID? {
        guard let current = try folder.currentID() else { return nil }
        let pair = try #require(pairs.first { $0.id == current })
        // Bytes instead of keys and certificates: there are thousands of these looks.
        for (name, content) in pair.files {
            #expect(try folder.files.read("identity/current/\(name)", limit: 65_536) == content, "\(name)")
        }
        _ = try folder.note("identity/current/set.json")
        return current
    }
}
