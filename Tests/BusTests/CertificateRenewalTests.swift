import Bus
import Schema
import Support
import Testing

@Suite("Certificate files that are replaced")
struct CertificateRenewalTests {
    private static let day: Int64 = 86_400_000

    private func joined(_ bus: VirtualBus, lasting days: Int64) -> VirtualClient<TestHandler> {
        var configuration = Fixture.configuration()
        configuration.tls = TLSConfiguration(authorityFile: "ca", certificateFile: "crt", keyFile: "key")
        let client = bus.join(configuration) { _ in TestHandler() }
        client.storedCertificate = validity(bus, days: days)
        client.cut()
        bus.advance(.seconds(1))
        return client
    }

    private func validity(_ bus: VirtualBus, days: Int64) -> CertificateValidity {
        CertificateValidity(
            notBefore: bus.wallTime, notAfter: WallTime(milliseconds: bus.wallTime.milliseconds + days * Self.day))
    }

    @Test("A service that runs for years takes over each renewed certificate in the last tenth of the old one, once")
    func years() {
        let bus = VirtualBus()
        let client = joined(bus, lasting: 90)
        for round in 0..<12 {
            let before = client.handler.connections.count
            // Renewed 60 days after the one before was.
            bus.advance(.seconds((round == 0 ? 60 : 37) * 86_400))
            client.storedCertificate = validity(bus, days: 90)
            bus.advance(.seconds(20 * 86_400))
            #expect(client.handler.connections.count == before, "not before the last tenth")
            bus.advance(.seconds(3 * 86_400))
            #expect(client.handler.connections.count == before + 1)
            #expect(client.handler.failures.last?.kind == .identityChanged)
            #expect(client.link.certificate.map { $0.notAfter > bus.wallTime } == true)
        }
    }

    @Test("A certificate that nobody renewed, or files that cannot be used, leave the connection alone")
    func nothingNewer() {
        let bus = VirtualBus()
        let client = joined(bus, lasting: 10)
        let before = client.handler.connections.count
        bus.advance(.seconds(9 * 86_400 + 3_600))
        client.storedCertificate = nil
        bus.advance(.seconds(3_600))
        client.storedCertificate = CertificateValidity(notBefore: bus.wallTime, notAfter: bus.wallTime)
        bus.advance(.seconds(3_600))
        #expect(client.handler.connections.count == before)
        client.storedCertificate = validity(bus, days: 10)
        bus.advance(.seconds(61))
        #expect(client.handler.connections.count == before + 1)
    }

    @Test("A refused certificate is tried again as soon as its files are replaced, and not before")
    func refused() {
        let bus = VirtualBus()
        let client = joined(bus, lasting: 10)
        let before = bus.broker.connects
        bus.broker.connectReason = 0x87
        client.cut()
        bus.advance(.seconds(5))
        bus.broker.connectReason = 0
        #expect(client.handler.failures.last?.kind == .unauthorised)
        bus.advance(.seconds(20))
        #expect(bus.broker.connects == before)
        client.storedCertificate = validity(bus, days: 10)
        bus.advance(.seconds(2))
        #expect(bus.broker.connects == before + 1)
    }

    @Test("A clock that is set while connected is heeded within the hour")
    func clockSet() {
        let bus = VirtualBus()
        let client = joined(bus, lasting: 90)
        let before = client.handler.connections.count
        bus.wallTime = bus.wallTime + .seconds(85 * 86_400)
        client.storedCertificate = validity(bus, days: 90)
        bus.advance(.seconds(3_700))
        #expect(client.handler.connections.count == before + 1)
    }
}
