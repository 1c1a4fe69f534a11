import Glibc
import Identity
import Schema
import Support
import Testing

@Suite("The node's folder on a real disk")
struct FolderTests {
    let home = TemporaryFolder()
    let node: FolderNode

    init() throws {
        node = try FolderNode()
    }

    private var path: String { "\(home.path)/identity" }
    private var folder: NodeIdentityFolder { NodeIdentityFolder(path: path) }

    private func mode(_ name: String) -> UInt32? {
        var status = stat()
        return lstat("\(path)/\(name)", &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    private func install(_ pair: FolderNode.Pair) throws {
        try folder.storePending(pair.request)
        try node.install(pair, folder)
        try folder.removePending()
        try folder.markActivated(pair.id)
    }

    private func prepared() throws {
        try folder.prepare()
        try folder.store(node.bundle)
        try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID)
    }

    @Test("H30: what is installed is there after a restart, in files for their owner only")
    func installed() throws {
        #expect(try folder.current() == nil && folder.pending() == nil && folder.authority() == nil)
        #expect(try folder.bundle() == nil && folder.unactivated() == nil)
        try prepared()
        let pair = try node.pair(1)
        try install(pair)
        let set = try #require(try folder.current())
        try set.check(site: FolderNode.siteID, node: FolderNode.nodeID, trust: node.trust, at: Site.now)
        #expect(set.id == pair.id && set.previous == nil && set.record == ["chainBegan": "2026"])
        #expect(set.notAfter == pair.chains.notAfter && set.notBefore == Site.now)
        for name in ["", "sets", "sets/\(pair.id)", "bootstrap"] { #expect(mode(name) == 0o700, "\(name)") }
        for name in [
            "bootstrap.pem", "authority.pem", "bootstrap/key.pem", "bootstrap/certificate.pem",
            "sets/\(pair.id)/lifecycle.key", "sets/\(pair.id)/scanner.key", "sets/\(pair.id)/lifecycle.crt",
        ] { #expect(mode(name) == 0o600, "\(name)") }
        for files in [folder.lifecycleFiles, folder.scannerFiles, folder.reserveFiles, folder.bootstrapFiles] {
            let key = try PrivateKey(pem: Array(readFile(files.key).utf8))
            #expect(try Certificate(pem: readFile(files.certificate)).publicKey == key.publicKey)
            #expect(try TrustStore(pem: readFile(files.authority)) == node.trust)
        }
        try folder.removeBundle()
        #expect(try folder.bundle() == nil && mode("bootstrap") == nil && folder.authority() == node.trust)
    }

    @Test("The set before stays, older ones go")
    func generations() throws {
        try prepared()
        for id in 1...4 { try install(node.pair(UInt64(id))) }
        let set = try #require(try folder.current())
        #expect(set.id == CertificateSetID(4) && set.previous == CertificateSetID(3))
        #expect(mode("sets/0000000000000003") == 0o700)
        #expect(mode("sets/0000000000000002") == nil && mode("sets/0000000000000001") == nil)
    }

    @Test(
        "A key that others may read, or that belongs to somebody else, is refused with keyPermissions; so is its folder"
    )
    func permissions() throws {
        try prepared()
        try install(node.pair(1))
        try folder.storePending(node.pair(2).request)
        try folder.check()
        for name in [
            "sets/0000000000000001/lifecycle.key", "sets/0000000000000001/scanner.key", "bootstrap/key.pem",
            "bootstrap.pem",
            "pending/request.json", "pending/lifecycle.key", "pending/scanner.key",
        ] {
            for wrong: mode_t in [0o644, 0o640, 0o604, 0o660] {
                chmod("\(path)/\(name)", wrong)
                #expect(code { try folder.check() } == .keyPermissions, "\(name)")
            }
            chmod("\(path)/\(name)", 0o600)
            try folder.check()
            chown("\(path)/\(name)", 12_345, 12_345)
            #expect(code { try folder.check() } == .keyPermissions, "\(name)")
            chown("\(path)/\(name)", geteuid(), getegid())
        }
        for name in ["", "sets", "sets/0000000000000001", "bootstrap", "pending"] {
            chmod("\(path)/\(name)", 0o750)
            #expect(code { try folder.check() } == .keyPermissions, "\(name)")
            chmod("\(path)/\(name)", 0o700)
        }
        try folder.check()
        let key = "\(path)/bootstrap/key.pem"
        rename(key, "\(home.path)/elsewhere")
        symlink("\(home.path)/elsewhere", key)
        #expect(code { try folder.check() } == .keyPermissions)
    }

    @Test("H32, H37: answers that do not fit are refused and change nothing")
    func misfits() throws {
        try prepared()
        try install(node.pair(1))
        let good = try node.pair(2)
        let other = try node.pair(3)
        let site = try Site()
        let shop = try node.site.issue("n.shop.kitchen", key: good.request.lifecycleKey).certificate.pem
        let op = try node.site.issue("op.home.kitchen", key: good.request.lifecycleKey).certificate.pem
        let foreign = try site.issue("n.home.kitchen", key: good.request.lifecycleKey).certificate.pem
        let old = try node.site.issue(
            "n.home.kitchen", key: good.request.lifecycleKey, from: Site.now - .seconds(7_200), life: .seconds(3_600)
        ).certificate.pem
        let early = try node.site.issue("n.home.kitchen", key: good.request.lifecycleKey, from: Site.now + .seconds(60))
            .certificate.pem
        func chains(_ lifecycle: String, scanner: String? = nil, bootstrap: String? = nil) -> CertificateChains {
            CertificateChains(
                lifecycle: lifecycle, scanner: scanner ?? good.chains.scanner,
                bootstrap: bootstrap ?? good.chains.bootstrap, notAfter: good.chains.notAfter)
        }
        let cases: [(String, CertificateChains, ErrorCode)] = [
            ("another key", chains(other.chains.lifecycle), .certificateInvalid),
            ("another site", chains(shop), .certificateInvalid), ("another kind", chains(op), .certificateInvalid),
            ("another authority", chains(foreign), .certificateInvalid), ("expired", chains(old), .certificateExpired),
            ("not yet valid", chains(early), .clockWrong),
            ("the two swapped", chains(good.chains.scanner, scanner: good.chains.lifecycle), .certificateInvalid),
            (
                "a reserve over another key", chains(good.chains.lifecycle, bootstrap: other.chains.bootstrap),
                .certificateInvalid
            ),
            ("the authority's own", chains(node.site.authority.certificate.pem), .certificateInvalid),
            ("no certificate", chains(""), .certificateInvalid), ("garbage", chains("garbage"), .certificateInvalid),
            ("a key", chains(good.request.lifecycleKey.publicKey.pem), .certificateInvalid),
        ]
        for (title, chains, expected) in cases {
            let thrown = code {
                _ = try folder.install(
                    good.id, chains: chains, lifecycleKey: good.request.lifecycleKey,
                    scannerKey: try #require(good.request.scannerKey), site: FolderNode.siteID, node: FolderNode.nodeID,
                    trust: node.trust, at: Site.now)
            }
            #expect(thrown == expected, "\(title)")
        }
        #expect(try folder.currentID() == CertificateSetID(1) && folder.unactivated() == nil)
        #expect(mode("sets/\(good.id)") == nil)
    }

    @Test("Damaged files are named, and never taken for a set")
    func damage() throws {
        try prepared()
        try install(node.pair(1))
        let set = "\(path)/sets/0000000000000001"
        for name in ["lifecycle.key", "lifecycle.crt", "scanner.key", "scanner.crt", "set.json"] {
            let text = try readFile("\(set)/\(name)")
            for damaged in ["", String(text.dropLast(text.count / 2)), "\u{0}\(text)", "x"] {
                try writeFile("\(set)/\(name)", damaged)
                do throws(BeaconBusError) {
                    _ = try folder.current()
                    Issue.record("\(name) was taken")
                } catch {
                    #expect(error.code == .certificateInvalid && error.reason.contains(name), "\(error.reason)")
                }
            }
            unlink("\(set)/\(name)")
            #expect(code { _ = try folder.current() } == .certificateInvalid)
            try writeFile("\(set)/\(name)", text)
            #expect(try folder.current() != nil)
        }
        for target in ["sets/..", "/etc", "sets/1", "", "sets/0000000000000001/x"] {
            unlink("\(path)/current")
            symlink(target.isEmpty ? " " : target, "\(path)/current")
            #expect(code { _ = try folder.current() } == .certificateInvalid, "\(target)")
        }
        unlink("\(path)/current")
        mkdir("\(path)/current", 0o700)
        #expect(code { _ = try folder.current() } == .certificateInvalid)
    }

    @Test("A bundle of another node or site, or whose parts do not fit, is not split")
    func bundles() throws {
        try folder.prepare()
        for name in ["boot.home.hall", "boot.shop.kitchen"] {
            let issued = try node.site.issue(name)
            try folder.store(BootstrapBundle(key: issued.key, chain: [issued.certificate], trust: node.trust))
            #expect(
                code { try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID) } == .certificateInvalid
            )
            #expect(mode("bootstrap") == nil && mode("authority.pem") == nil)
        }
        let join = try node.site.issue("boot.home.join")
        try folder.store(BootstrapBundle(key: join.key, chain: [join.certificate], trust: node.trust))
        #expect(try folder.splitBundle(site: FolderNode.siteID, node: FolderNode.nodeID)?.client.name == "join")
        let boot = try node.site.issue("boot.home.kitchen")
        let wrongKey = try node.site.issue("n.home.kitchen")
        #expect(
            code { _ = try BootstrapBundle(key: wrongKey.key, chain: [boot.certificate], trust: node.trust) }
                == .certificateInvalid)
        #expect(
            code { _ = try BootstrapBundle(key: wrongKey.key, chain: [wrongKey.certificate], trust: node.trust) }
                == .certificateInvalid)
        let other = try TrustStore([try Site().authority.certificate])
        #expect(
            code { _ = try BootstrapBundle(key: boot.key, chain: [boot.certificate], trust: other) }
                == .certificateInvalid)
        let text = node.bundle.pem().bytes
        #expect(try BootstrapBundle(pem: Array("# kitchen\n".utf8) + text).fingerprint == node.bundle.fingerprint)
        for wrong in [text + text, Array(text.prefix(text.count / 2)), Array(node.trust.pem.utf8), []] {
            #expect(code { _ = try BootstrapBundle(pem: wrong) } == .certificateInvalid)
        }
    }

    @Test("D13: neither a pending request nor a bundle nor a set shows what is in it")
    func redaction() throws {
        let pair = try node.pair(1)
        var dumped = "\(pair.request) \(String(reflecting: pair.request)) \(node.bundle)"
        dump(pair.request, to: &dumped)
        dump(node.bundle, to: &dumped)
        #expect(!dumped.contains("hunter2") && !dumped.contains("BEGIN"))
    }
}
