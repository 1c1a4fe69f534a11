import Identity
import Schema
import Support
import Testing

@testable import GateService

@Suite("Which revocation list is installed")
struct RevocationRuleTests {
    private static let start = WallTime.now()

    private func list(_ number: UInt64, at seconds: Int64 = 0, life: Int64 = 1_000) -> InstalledList {
        InstalledList(
            number: number, thisUpdate: Self.start + .seconds(seconds),
            nextUpdate: Self.start + .seconds(seconds + life),
            count: 0)
    }

    private func judge(
        _ list: InstalledList?, over installed: InstalledList?, floor: UInt64 = 0, isOurs: Bool = true,
        isSame: Bool = false, at seconds: Int64 = 100
    ) -> String {
        let verdict = RevocationRule.judge(
            list, isOurs: isOurs, isSame: isSame, installed: installed, floor: floor,
            now: Self.start + .seconds(seconds))
        switch verdict {
        case .install: return "install"
        case .keep: return "keep"
        case .refuse(let error): return "\(error.code): \(error.reason)"
        }
    }

    @Test("R17: a newer one of the site's authority; neither number nor time may go back or stand still")
    func newer() {
        #expect(judge(list(2, at: 1), over: list(1)) == "install")
        #expect(judge(list(1), over: nil) == "install")
        #expect(judge(list(2), over: list(2), isSame: true) == "keep")
        #expect(judge(list(2, at: 1), over: list(2)).contains("number is 2"))
        #expect(judge(list(1, at: 1), over: list(2)).contains("number is 1"))
        #expect(judge(list(3), over: list(2)).contains("not later"))
        #expect(judge(list(3, at: 1), over: list(2, at: 2)).contains("not later"))
        #expect(judge(list(2, at: 1), over: list(1), isOurs: false).hasPrefix("certificateInvalid"))
        #expect(judge(nil, over: list(1)).contains("no number"))
    }

    @Test("The number of an earlier run counts, and the newest list may be put back where it has gone")
    func floor() {
        #expect(judge(list(4, at: 1), over: nil, floor: 5).contains("number 5 was there"))
        #expect(judge(list(5, at: 1), over: nil, floor: 5) == "install")
        #expect(judge(list(5, at: 1), over: list(3), floor: 5) == "install")
        #expect(judge(list(6, at: 1), over: list(5), floor: 5) == "install")
    }

    @Test("A list with which the broker would refuse everybody is not installed")
    func wouldLockOut() {
        #expect(judge(list(2, at: 1, life: 90), over: list(1)).hasPrefix("certificateExpired"))
        #expect(judge(list(2, at: 200), over: list(1)).hasPrefix("clockWrong"))
    }

    @Test("T12: the alarm comes at half of the list's life, before it locks the fleet out")
    func age() {
        let list = list(7, at: 0, life: 1_000)
        for (seconds, age) in [(1, InstalledList.Age.good), (500, .good), (501, .old), (999, .old), (1_000, .over)] {
            #expect(list.age(Self.start + .seconds(seconds)) == age, "\(seconds)")
        }
        #expect(list.complaint(Self.start + .seconds(400)) == nil)
        #expect(list.complaint(Self.start + .seconds(600))?.reason.contains("number 7") == true)
        #expect(list.complaint(Self.start + .seconds(1_600))?.description.contains("refuses everybody") == true)
    }

    @Test("Lists of other authorities in the broker's file are kept, and what is no list is left out")
    func otherSites() throws {
        let folder = TemporaryFolder()
        let home = try ClosedSite("home", folder: folder.path)
        let away = try ClosedSite("away", folder: folder.path)
        let theirs = try away.nextList()
        let old = try home.nextList()
        let new = try home.nextList()
        let newer = try RevocationList(pem: new)
        let broken = "-----BEGIN X509 CRL-----\nAAAA\n-----END X509 CRL-----\n"
        let file = ListFile(theirs + "# words\n" + broken + old, of: home.authority.certificate)
        #expect(file.own?.number == newer.number.map { $0 - 1 })
        let text = file.text(with: newer)
        let kept = try RevocationList(pem: theirs)
        let again = ListFile(text, of: home.authority.certificate)
        #expect(again.own == newer && again.others == [kept.pem])
        #expect(ListFile(text, of: away.authority.certificate).own == kept)
        #expect(ListFile("", of: home.authority.certificate).own == nil)
        #expect(ListFile("-----BEGIN X509 CRL-----", of: home.authority.certificate).others.isEmpty)
    }
}
