import Glibc
import Identity
import Schema
import ServiceKit
import Support
import Testing

@testable import BeaconControl

@Suite("Nodes, apps and certificates in words")
struct IdentityTextTests {
    static let now = WallTime("2026-11-30T12:00:00Z")!
    static let node = NodeID("kitchen")!
    let folder = TemporaryFolder()
    let authority: CertificateAuthority

    init() throws {
        authority = try CertificateAuthority.make(site: SiteID("home")!, now: Self.now, life: .seconds(86_400 * 1_000))
    }

    private func issue(_ name: String, _ key: PublicKey, days: Int64 = 90) throws -> Certificate {
        try authority.issue(
            .client, to: ClientID(name)!, publicKey: key, serial: SystemRandom.serial(), notBefore: Self.now,
            notAfter: Self.now + .seconds(86_400 * days))
    }

    @Test("Tables are as wide as they need to be, and carry nothing of a terminal's commands")
    func tables() {
        let entries = [
            NodeEntry(
                node: Self.node, standing: .active, app: AppID("site"), user: UserID("owner"),
                fingerprint: String(repeating: "0a", count: 32), set: nil, notAfter: Self.now, since: Self.now),
            NodeEntry(node: NodeID("a-much-longer-name")!, standing: .waiting),
            NodeEntry(node: NodeID("hall")!, standing: .waiting, returns: true),
        ]
        #expect(
            NodeList.text(entries) == """
                NODE                STANDING          UNTIL             SINCE             APP   USER   KEY
                kitchen             active            2026-11-30 12:00  2026-11-30 12:00  site  owner  0a0a0a0a0a0a0a0a
                a-much-longer-name  waiting           -                 -                 -     -      -
                hall                waiting, revoked  -                 -                 -     -      -

                """)
        let app = AppEntry(
            app: AppID("site")!, validator: ValidatorDefinition(kind: .http, url: "https://x\u{1b}[31m"),
            enabled: false,
            life: 86_400_000, nodes: 3)
        #expect(!AppText.table([app]).contains("\u{1b}") && AppText.table([app]).contains("disabled"))
        #expect(NodeList.text([]) == "There are no such nodes.\n")
    }

    @Test("A revocation says how soon it was cut off, or that nobody has confirmed that")
    func revocation() {
        let reply = NodeChangeReply(node: Self.node, standing: .banned, certificates: 3, duration: 84)
        #expect(NodeAdministration.text(reply) == "kitchen: banned, 3 certificates revoked, cut off within 84 ms\n")
        let open = NodeChangeReply(node: Self.node, standing: .revoked, certificates: 1)
        #expect(NodeAdministration.text(open) == "kitchen: revoked, 1 certificate revoked\n")
    }

    @Test("R17: an approval names the key that was let in, and takes the digits that the list shows")
    func approval() throws {
        let fingerprint = String(repeating: "0a", count: 32)
        let reply = NodeChangeReply(node: Self.node, standing: .expected, certificates: 0, fingerprint: fingerprint)
        #expect(NodeAdministration.text(reply) == "kitchen: expected, with the key \(fingerprint)\n")
        func isTaken(_ fingerprint: String) -> Bool {
            (try? CommandTable.root.parse(["node", "approve", "kitchen", "--fingerprint", fingerprint])) != nil
        }
        let shown = IdentityText.short(fingerprint)
        #expect(isTaken(shown) && isTaken(fingerprint) && isTaken(shown.uppercased()))
        #expect(!isTaken(String(shown.dropLast())) && !isTaken(fingerprint + "0") && !isTaken("z" + shown))
    }

    @Test("R12: those that wait are forgotten together, and it says how many")
    func forgetting() async throws {
        #expect(WaitingMachines.text(0, revoked: 0) == "Nobody waits.\n")
        #expect(WaitingMachines.text(1, revoked: 0) == "1 that waited is forgotten.\n")
        #expect(
            WaitingMachines.text(64, revoked: 1)
                == "64 that waited are forgotten; 1 of them had been revoked before, and is so again.\n")
        for words in [["node", "forget"], ["node", "forget", "kitchen", "--standing", "waiting"]] {
            guard case .run(let invocation) = try CommandTable.root.parse(words), let run = invocation.command.run
            else {
                Issue.record("\(words) is no command")
                return
            }
            await #expect(throws: CommandFailure.self) { _ = try await run(invocation) }
        }
        #expect(throws: UsageError.self) { try CommandTable.root.parse(["node", "forget", "--standing", "active"]) }
    }

    @Test("H29: what is left to do before a named client can judge is said with the app")
    func advice() {
        let entry = AppEntry(
            app: AppID("doors")!, validator: ValidatorDefinition(kind: .mqtt, client: ClientID("obs.home.judge")),
            enabled: true, nodes: 0)
        #expect(AppText.change(AppChangeReply(entry: entry)) == "doors: enabled, mqtt obs.home.judge\n")
        #expect(
            AppText.change(AppChangeReply(entry: entry, advice: "It cannot judge yet."))
                == "doors: enabled, mqtt obs.home.judge\nIt cannot judge yet.\n")
    }

    @Test("A bundle is only made of an answer that is for this node and key")
    func bundles() throws {
        let key = try PrivateKey.generate()
        let client = ClientID("boot.home.kitchen")!
        func reply(_ certificate: Certificate, _ trust: Certificate? = nil) -> NodeAddReply {
            NodeAddReply(
                node: Self.node, chain: certificate.pem, authority: (trust ?? authority.certificate).pem,
                notAfter: certificate.notAfter, rebinds: false)
        }
        let good = try NodeAddition.bundle(reply(issue("boot.home.kitchen", key.publicKey)), key, client)
        #expect(try BootstrapBundle(pem: good.pem().bytes).client == client)
        let other = try PrivateKey.generate().publicKey
        let foreign = try CertificateAuthority.make(site: SiteID("home")!, now: Self.now, life: .seconds(86_400))
        for wrong in [
            reply(try issue("boot.home.hall", key.publicKey)), reply(try issue("boot.home.kitchen", other)),
            reply(try issue("n.home.kitchen", key.publicKey)),
            reply(try issue("boot.home.kitchen", key.publicKey), foreign.certificate),
        ] { #expect(throws: BeaconBusError.self) { try NodeAddition.bundle(wrong, key, client) } }
        let advice = NodeAddition.advice(
            reply(try issue("boot.home.kitchen", key.publicKey)), SiteID("home")!, "kitchen.pem")
        for part in [
            "kitchen.pem", "id: kitchen", "site home", "node.yaml", "bootstrap.pem", "beaconctl start kitchen",
        ] {
            #expect(advice.contains(part), "\(part)")
        }
        #expect(!advice.contains("BEGIN"))
    }

    @Test("A file for a secret is made for its owner only, never over another, and goes if nothing came")
    func newFiles() throws {
        umask(0)
        let path = "\(folder.path)/bundle"
        do {
            let file = try NewFile(path)
            #expect(throws: CommandFailure.self) { try NewFile(path) }
            _ = file
        }
        #expect(access(path, F_OK) != 0)
        try NewFile(path).fill(SecretBytes(text: "x"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(throws: CommandFailure.self) { try NewFile(path) }
        #expect(throws: CommandFailure.self) { try NewFile("\(folder.path)/none/bundle") }
        #expect(try readFile(path) == "x")
    }

    @Test("A node's folder is shown with all it holds and what is wrong with it")
    func folders() throws {
        let identity = NodeIdentityFolder(path: "\(folder.path)/identity")
        try identity.prepare()
        let owner = geteuid()
        let empty = FolderReport(identity, owner: owner, at: Self.now).report
        #expect(empty.isWell && empty.text.contains("has not enrolled"))
        let keys = try (0..<2).map { _ in try PrivateKey.generate() }
        let trust = try TrustStore([authority.certificate])
        try identity.store(
            BootstrapBundle(key: keys[0], chain: [issue("boot.home.kitchen", keys[0].publicKey)], trust: trust))
        try identity.splitBundle(site: SiteID("home")!, node: Self.node)
        _ = try identity.install(
            CertificateSetID(7),
            chains: CertificateChains(
                lifecycle: issue("n.home.kitchen", keys[0].publicKey).pem,
                scanner: issue("s.home.kitchen", keys[1].publicKey).pem, notAfter: Self.now),
            lifecycleKey: keys[0], scannerKey: keys[1], site: SiteID("home")!, node: Self.node, trust: trust,
            at: Self.now)
        let good = FolderReport(identity, owner: owner, at: Self.now).report
        #expect(good.isWell, "\(good.text)")
        for part in [
            "n.home.kitchen: valid", "s.home.kitchen", "authority.home", "90 d left", "not activated", "P-256",
        ] {
            #expect(good.text.contains(part), "\(part) in \(good.text)")
        }
        #expect(good.json["certificates"]?.arrayValue?.count == 4)
        let late = FolderReport(identity, owner: owner, at: Self.now + .seconds(86_400 * 91)).report
        #expect(!late.isWell && late.text.contains("expired") && late.text.contains("certificateExpired"))
        chmod("\(identity.path)/current/lifecycle.key", 0o644)
        let open = FolderReport(identity, owner: owner, at: Self.now).report
        #expect(!open.isWell && open.text.contains("keyPermissions"))
        #expect(!open.text.contains("PRIVATE"))
    }
}
