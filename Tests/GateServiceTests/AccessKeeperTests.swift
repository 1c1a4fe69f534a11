import Access
import Glibc
import Identity
import Schema
import Support
import Testing

@testable import GateService

/// The gate's hand on the files, without a broker.
@Suite("Bringing the authority's files to the broker's side")
struct AccessKeeperTests {
    private let folder = TemporaryFolder()
    private let site: ClosedSite
    private let settings: GateSettings

    init() throws {
        site = try ClosedSite("home", folder: folder.path)
        var settings = GateSettings(folder: site.data, roots: site.roots)
        settings.access = site.access
        settings.authorityFile = site.authorityFile
        self.settings = settings
    }

    private func keeper(_ settings: GateSettings? = nil, applied: AppliedRecord? = nil) -> AccessKeeper {
        AccessKeeper(settings ?? self.settings, applied: applied) { .now() }
    }

    private var installed: RevocationList? {
        (try? readFile(settings.listFile)).flatMap { try? RevocationList(pem: $0) }
    }

    @Test("Both files are taken, the list put where the broker reads it")
    func takes() throws {
        let keeper = keeper()
        _ = keeper.scan(.now())
        #expect(keeper.view.documentError?.code == .notFound)
        try site.pair("n.home.kitchen")
        site.revoke(serial: "0a0b")
        try site.publish()
        _ = keeper.scan(.now())
        #expect(keeper.view.error == nil)
        #expect(keeper.view.document?.identities.count == 1)
        #expect(keeper.view.list?.number == site.listNumber && keeper.view.list?.count == 1)
        #expect(installed?.contains(serial: "0a0b") == true)
    }

    @Test("R18: a broken or foreign document is refused by name, and the one before it stays")
    func document() throws {
        let keeper = keeper()
        try site.pair("n.home.kitchen")
        try site.publish()
        _ = keeper.scan(.now())
        let foreign = AccessDocument(revision: 99, site: SiteID("away")!, identities: [])
        let cases: [(String, ErrorCode)] = [
            ("", .messageInvalid), ("{\"version\":1", .messageInvalid), ("{\"version\":7}", .versionUnsupported),
            (String(decoding: foreign.bytes, as: UTF8.self), .configurationInvalid),
            (String(repeating: " ", count: AccessDocument.maximumBytes + 1), .storeCorrupt),
        ]
        for (number, (text, code)) in cases.enumerated() {
            try site.put("access.json", text)
            for _ in 0..<3 { _ = keeper.scan(.now()) }
            #expect(keeper.view.documentError?.code == code, "\(text.prefix(20))")
            #expect(keeper.view.document?.revision == 1)
            #expect(keeper.view.refusals == Int64(number) + 1, "counted once")
        }
        unlink("\(site.access)/access.json")
        _ = keeper.scan(.now())
        #expect(keeper.view.documentError?.code == .notFound && keeper.view.document?.revision == 1)
        try site.publish()
        _ = keeper.scan(.now())
        #expect(keeper.view.error == nil && keeper.view.document?.revision == 2)
    }

    @Test("R17: a list of another authority, an older one, a broken one is refused, and the installed one stays")
    func list() throws {
        let keeper = keeper()
        let first = try site.nextList()
        try site.publish()
        let good = try readFile("\(site.access)/crl.pem")
        _ = keeper.scan(.now())
        let other = TemporaryFolder()
        let foreign = try ClosedSite("home", folder: other.path)
        for _ in 0..<9 { _ = try foreign.nextList() }
        let cases: [(String, ErrorCode)] = [
            (first, .certificateInvalid), (try foreign.nextList(), .certificateInvalid), ("", .certificateInvalid),
            (String(good.dropLast(60)), .certificateInvalid), (good + good, .certificateInvalid),
            (site.authority.certificate.pem, .certificateInvalid),
            (try site.nextList(life: .seconds(60)), .certificateExpired),
            (try site.nextList(issued: .now() + .seconds(600)), .clockWrong),
        ]
        for (text, code) in cases {
            try site.put("crl.pem", text)
            _ = keeper.scan(.now())
            #expect(keeper.view.listError?.code == code, "\(text.prefix(40))")
            #expect(try readFile(settings.listFile) == good)
        }
        try site.put("crl.pem", good)
        _ = keeper.scan(.now())
        #expect(keeper.view.listError == nil)
    }

    @Test("After a restart the number does not go back, even where the broker's file has gone")
    func restart() throws {
        try site.publish()
        let old = try readFile("\(site.access)/crl.pem")
        try site.publish()
        let new = try readFile("\(site.access)/crl.pem")
        _ = keeper().scan(.now())
        let applied = AppliedRecord(
            revision: 2, crlNumber: site.listNumber, authority: site.authority.certificate.fingerprint, at: .now())
        unlink(settings.listFile)
        try site.put("crl.pem", old)
        let second = keeper(applied: applied)
        _ = second.scan(.now())
        #expect(second.view.listError?.code == .certificateInvalid && installed == nil)
        try site.put("crl.pem", new)
        _ = second.scan(.now())
        #expect(second.view.listError == nil && installed?.number == site.listNumber)
        // What was somebody else's number says nothing.
        unlink(settings.listFile)
        var others = applied
        others.authority = "00"
        others.crlNumber = 1_000
        let third = keeper(applied: others)
        _ = third.scan(.now())
        #expect(third.view.listError == nil && installed?.number == site.listNumber)
    }

    @Test("What somebody did to the broker's file is put right")
    func repaired() throws {
        try site.publish()
        let keeper = keeper()
        _ = keeper.scan(.now())
        for damage in [Optional(""), "no list", nil] {
            if let damage { try writeFile(settings.listFile, damage) } else { unlink(settings.listFile) }
            _ = keeper.scan(.now())
            #expect(installed?.number == site.listNumber && keeper.view.listError == nil)
        }
    }

    @Test("A disk that takes nothing leaves the list that is there, hinders no cut, and is tried again")
    func disk() throws {
        let before = try readFile(settings.listFile)
        #expect(mkdir(settings.listFile + ".new", 0o700) == 0)
        try site.publish()
        let keeper = keeper()
        _ = keeper.scan(.now())
        #expect(keeper.view.listError?.code == .storeFailed)
        #expect(keeper.view.document != nil, "the document is taken all the same: it cuts by itself")
        #expect(try readFile(settings.listFile) == before)
        rmdir(settings.listFile + ".new")
        _ = keeper.scan(.now())
        #expect(keeper.view.listError == nil && installed?.number == site.listNumber)
    }

    @Test("The plain variant writes the file of rights, and leaves others' sections")
    func plain() throws {
        var settings = settings
        settings.variant = .aclFile
        try writeFile(settings.rightsFile, "user watcher\ntopic readwrite #\n")
        try site.pair("n.home.kitchen")
        try site.publish()
        let keeper = keeper(settings)
        _ = keeper.scan(.now())
        #expect(keeper.view.writtenRevision == 1)
        let text = try readFile(settings.rightsFile)
        #expect(text.hasPrefix("user watcher\ntopic readwrite #\n") && text.contains("user n.home.kitchen\n"))
        site.revoke(["n.home.kitchen"])
        try site.publish()
        _ = keeper.scan(.now())
        #expect(try !readFile(settings.rightsFile).contains("kitchen"))
    }

    @Test("Two sites' gates at the same files at once: neither takes back what the other wrote")
    func shared() async throws {
        let other = try ClosedSite("away", folder: folder.path)
        var own = settings
        own.variant = .aclFile
        var theirs = own
        theirs.roots = other.roots
        theirs.access = other.access
        theirs.authorityFile = other.authorityFile
        await withTaskGroup(of: Void.self) { group in
            for (site, settings) in [(site, own), (other, theirs)] {
                nonisolated(unsafe) let site = site
                group.addTask { await onThread { Self.rounds(site, settings) } }
            }
        }
        let text = try readFile(own.rightsFile)
        let lists = try readFile(own.listFile)
        #expect(lists.split(separator: "-----BEGIN X509 CRL-----").count == 2)
        for name in ["home", "away"] {
            #expect(text.contains("user n.\(name).kitchen\n") && text.contains("user n.\(name).attic\n"), "\(text)")
        }
    }

    /// Comes and goes forty times, and has come at the end; what was just written has to be there each time.
    private static func rounds(_ site: ClosedSite, _ settings: GateSettings) {
        let keeper = AccessKeeper(settings, applied: nil) { .now() }
        for round in 1...40 {
            let node = "n.\(site.site).\(round % 2 == 0 ? "kitchen" : "attic")"
            #expect(throws: Never.self) {
                try site.pair(node)
                site.revoke(serial: HexText.encode([UInt8(round)]))
                try site.publish()
                _ = keeper.scan(.now())
                #expect(keeper.view.error == nil)
                #expect(try readFile(settings.rightsFile).contains("user \(node)\n"), "round \(round)")
            }
        }
    }

    @Test("Only a mosquitto of our own user that listens to SIGHUP is told; a number that means something else is not")
    func signal() throws {
        let broker = BrokerProcess(processFile: settings.processFile)
        #expect(broker.reload() == .absent, "no file")
        for text in ["", "x", "0", "1", "-1", "99999999", "\(getpid())\n"] {
            try writeFile(settings.processFile, text)
            #expect(broker.reload() == .absent, "\(text)")
        }
        let text = "Name:\tmosquitto\nUid:\t5\t6\t5\t5\nSigCgt:\t0000000000000001\n"
        let status = try #require(ProcessStatus(text))
        #expect(status.name == "mosquitto" && status.user == 6 && status.catchesHangup)
        #expect(ProcessStatus(text.replacing("0001\n", with: "0002\n"))?.catchesHangup == false)
        #expect(ProcessStatus("Name:\tmosquitto\n") == nil)
        #expect(ProcessStatus(getpid())?.user == geteuid())
    }
}
