import Bus
import Schema
import Testing

@Suite("Quiet start of a site service")
struct QuietStartTests {
    private let start = Instant(nanoseconds: 5_000_000_000)

    private func failure(_ kind: BusFailure.Kind) -> BusFailure {
        BusFailure(
            kind, BeaconBusError(.connectionLost, reason: "", suggestion: ""), wasConnected: true, retryAt: nil)
    }

    private func clientID() throws -> ClientID { try #require(ClientID("svc.home.metadata")) }

    @Test("The work begins once, ten seconds after the first connection, whatever reconnects there are")
    func begins() {
        var quiet = QuietStart()
        #expect(quiet.end == nil)
        var began = quiet.begins(start)
        #expect(!began)
        quiet.connected(start)
        quiet.connected(start + .seconds(8))
        #expect(quiet.end == start + .seconds(10))
        began = quiet.begins(start + .milliseconds(9_999))
        #expect(!began)
        began = quiet.begins(start + .seconds(10))
        #expect(began)
        began = quiet.begins(start + .seconds(11))
        #expect(!began)
        #expect(quiet.isOver)
    }

    @Test(
        "R9: who is taken over while quiet yields; who works already stays, and so does one that merely lost its broker"
    )
    func yields() throws {
        var quiet = QuietStart()
        quiet.connected(start)
        let id = try clientID()
        #expect(quiet.disconnected(failure(.lost), id) == .stay)
        #expect(
            quiet.disconnected(failure(.takenOver), id)
                == .yield(BeaconBusError(.clientIdInUse, reason: "", suggestion: "")))
        let began = quiet.begins(start + .seconds(10))
        #expect(began)
        #expect(quiet.disconnected(failure(.takenOver), id) == .stay)
    }

    @Test("A length of nothing begins with the connection")
    func none() {
        var quiet = QuietStart(length: .zero)
        quiet.connected(start)
        let began = quiet.begins(start)
        #expect(began)
    }
}
