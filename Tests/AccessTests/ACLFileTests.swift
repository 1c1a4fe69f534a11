import Access
import Schema
import Testing

@Suite("The plain file of rights")
struct ACLFileTests {
    private func sections(_ text: String) -> [String: Set<String>] {
        var sections: [String: Set<String>] = [:]
        var user = ""
        for line in text.split(separator: "\n") {
            if line.hasPrefix("user ") {
                user = String(line.dropFirst(5))
            } else {
                sections[user, default: []].insert(String(line))
            }
        }
        return sections
    }

    @Test("Each identity has one section with its grants, and nobody steers the broker")
    func text() {
        let document = AccessFixture.document()
        let sections = sections(ACLFile.text(document, in: AccessFixture.roots))
        #expect(Set(sections.keys) == Set(document.identities.map(\.client.description) + ["svc.home.gate"]))
        #expect(sections["op.home.anna"]?.contains("topic read beaconbus/home/#") == true)
        #expect(sections["n.home.kitchen"]?.contains("topic write beaconbus/home/nodes/kitchen/lost") == true)
        #expect(sections.values.joined().allSatisfy { !$0.contains("$CONTROL") })
    }

    @Test("Sections of others stay as they stand, those of the own site are replaced; twice changes nothing more")
    func replacing() {
        let other = ACLFile.text(AccessFixture.document(site: "away"), in: Roots(site: SiteID("away")!))
        let before = "# by hand\ntopic read public/#\n\nuser watcher\ntopic readwrite #\n\n"
        let old = ACLFile.text(AccessFixture.document(nodes: ["attic"]), in: AccessFixture.roots)
        let document = AccessFixture.document()
        let own = ACLFile.text(document, in: AccessFixture.roots)
        let once = ACLFile.replacing(before + old + other, document, in: AccessFixture.roots)
        #expect(once.hasPrefix(before))
        #expect(!once.contains("attic"))
        let found = sections(once)
        for (user, lines) in sections(other) { #expect(found[user] == lines, "\(user)") }
        for (user, lines) in sections(own) { #expect(found[user] == lines, "\(user)") }
        #expect(ACLFile.replacing(once, document, in: AccessFixture.roots) == once)
        #expect(ACLFile.replacing("", document, in: AccessFixture.roots) == own)
    }
}
