import Access
import Schema
import Support
import Testing

@Suite("The access document")
struct AccessDocumentTests {
    @Test("It reads back as it was written, and equal documents give equal texts")
    func roundTrip() throws {
        var document = AccessFixture.document()
        document.identities[0].epoch = 3
        let read = try AccessDocument(reading: document.bytes)
        #expect(Set(read.identities) == Set(document.identities))
        #expect(read.revision == 7 && read.site == AccessFixture.site)
        document.identities.shuffle()
        #expect(document.bytes == read.bytes)
        #expect(document.bytes.count(where: { $0 == 0x0a }) == document.identities.count + 2, "one identity a line")
    }

    @Test(
        "R18: anything else is refused, naming the member",
        arguments: [
            ("", "JSON"), ("[]", "not an object"), ("{}", "version"),
            (#"{"version":2,"revision":1,"site":"home","identities":[]}"#, "version is 2"),
            (#"{"version":"1","revision":1,"site":"home","identities":[]}"#, "version"),
            (#"{"version":1,"revision":0,"site":"home","identities":[]}"#, "revision"),
            (#"{"version":1,"revision":-1,"site":"home","identities":[]}"#, "revision"),
            (#"{"version":1,"revision":9007199254740992,"site":"home","identities":[]}"#, "revision"),
            (#"{"version":1,"revision":1,"site":"ho me","identities":[]}"#, "site"),
            (#"{"version":1,"revision":1,"site":"home"}"#, "identities"),
            (#"{"version":1,"revision":1,"site":"home","identities":[{"client":"n.away.kitchen"}]}"#, "not of site"),
            (#"{"version":1,"revision":1,"site":"home","identities":[{"client":"n.home.#"}]}"#, "client"),
            (#"{"version":1,"revision":1,"site":"home","identities":[{"client":"root.home.x"}]}"#, "client"),
            (
                #"{"version":1,"revision":1,"site":"home","identities":[{"client":"n.home.a"},{"client":"n.home.a"}]}"#,
                "twice"
            ),
            (
                #"{"version":1,"revision":1,"site":"home","identities":[{"client":"obs.home.a","validates":["x","x"]}]}"#,
                "twice"
            ),
            (#"{"version":1,"revision":1,"site":"home","identities":[],"identities":[]}"#, "twice"),
            (#"{"version":1,"revision":1,"site":"home","identities":[[[[[]]]]]}"#, "nested"),
        ])
    func refused(_ text: String, _ reason: String) {
        do throws(BeaconBusError) {
            _ = try AccessDocument(reading: Array(text.utf8))
            Issue.record("\(text) was read")
        } catch {
            #expect(error.debugDescription.contains(reason), "\(text): \(error.debugDescription)")
        }
    }

    @Test("R12: it is bounded in size and in identities")
    func bounds() throws {
        var document = AccessFixture.document()
        document.identities = (0...AccessDocument.maximumIdentities).map {
            AccessIdentity(client: AccessFixture.client("n.home.node\($0)"))
        }
        #expect(throws: BeaconBusError(.messageInvalid, reason: "", suggestion: "")) {
            try AccessDocument(reading: document.bytes)
        }
        document.identities.removeLast()
        #expect(try AccessDocument(reading: document.bytes).identities.count == AccessDocument.maximumIdentities)
        let padding = [UInt8](repeating: 0x20, count: AccessDocument.maximumBytes)
        #expect(throws: BeaconBusError(.messageTooLarge, reason: "", suggestion: "")) {
            try AccessDocument(reading: document.bytes + padding)
        }
    }

    @Test("D19: members of a later release are passed over")
    func later() throws {
        let text = """
            {"version":1,"revision":4,"site":"home","more":[1],"identities":[{"client":"op.home.anna","colour":"red"}]}
            """
        #expect(try AccessDocument(reading: Array(text.utf8)).identities.map(\.client.name) == ["anna"])
    }
}
