import Bus
import Identity
import Schema
import ServiceKit
import Support
import Testing

@testable import LifecycleService

@Suite("A machine that nobody has announced")
struct JoinTests {
    /// Who decides whether it is let in.
    final class Doorkeeper: BusHandler {
        var isApproved = false
        var tamper: ((PublicKey) throws -> String)?
        var requests: [String] = []
        private let kit: IdentityKit

        init(_ kit: IdentityKit) { self.kit = kit }

        func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
            for message in messages {
                let (head, request) = try message.decode(JoinRequest.self)
                requests.append(request.request)
                guard let address = try link.replyAddress(of: message, head) else { continue }
                guard isApproved else {
                    try link.refuse(address, BeaconBusError(.approvalPending, reason: "r", suggestion: "s"))
                    continue
                }
                let signing = try SigningRequest(pem: request.request)
                let client = ClientID(kind: .bootstrap, site: kit.site, request.node)
                try signing.check(for: client)
                let chain =
                    try tamper?(signing.publicKey)
                    ?? issue(client, signing.publicKey)
                try link.reply(to: address, JoinReply(chain: chain, notAfter: IdentityKit.start + .seconds(86_400)))
            }
        }

        func issue(_ client: ClientID, _ key: PublicKey) throws -> String {
            try kit.ca.issue(
                .client, to: client, publicKey: key, serial: SystemRandom.serial(),
                notBefore: IdentityKit.start - .seconds(60), notAfter: IdentityKit.start + .seconds(86_400)
            ).pem
        }
    }

    private let kit: IdentityKit
    private let bus = VirtualBus(wallTime: IdentityKit.start)
    private let door: VirtualClient<Doorkeeper>
    private let roots: Roots
    private let store: IdentityStore

    init() throws {
        kit = try IdentityKit(bundle: false)
        roots = Roots(site: kit.site)
        try kit.putBundle(for: .joining(kit.site))
        let kit = kit
        door = bus.join(
            BusConfiguration(
                broker: BrokerAddress(host: "127.0.0.1", port: 1883),
                clientID: ClientID(kind: .service, site: kit.site, ServiceName("authority")!), roots: roots, session: 1,
                subscriptions: [.commands(.join, in: roots)])
        ) { _ in Doorkeeper(kit) }
        store = IdentityStore(folder: kit.options.folder, site: kit.site, node: kit.node)
        store.begin()
    }

    private func join() throws -> VirtualClient<JoinHandler> {
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883), clientID: .joining(kit.site), roots: roots, session: 1
        )
        let report = LifecycleReport(logger: .silent, metrics: Metrics(), health: Health())
        return try bus.join(configuration) { [bus] _ in
            try JoinHandler(node: kit.node, store: store, report: report, time: { bus.wallTime })
        }
    }

    @Test(
        "It asks until it is approved, always with the same key, over kill -9 too; then its own bundle is where it belongs"
    )
    func approved() throws {
        #expect(store.isJoining)
        let first = try join()
        bus.advance(.seconds(95))
        #expect(door.handler.requests.count >= 3)
        first.kill()
        let second = try join()
        door.handler.isApproved = true
        bus.advance(.seconds(40))
        #expect(Set(door.handler.requests).count == 1)
        #expect(second.outcome != nil, "it has done what it is for")
        #expect(!store.isJoining)
        #expect(store.holdings().bootstrap != nil)
        let bundle = try #require(try NodeIdentityFolder(path: kit.options.folder).bundle())
        #expect(bundle.client == ClientID("boot.home.kitchen"))
        #expect(try NodeIdentityFolder(path: kit.options.folder).pending() == nil)
        try NodeIdentityFolder(path: kit.options.folder).check()
    }

    @Test("R18: a certificate for another, over another key or of another authority is not taken", arguments: 0...2)
    func wrong(which: Int) throws {
        let stranger = try CertificateAuthority.make(
            site: kit.site, now: IdentityKit.start - .seconds(86_400), life: .seconds(10 * 86_400))
        let other = try PrivateKey.generate().publicKey
        let own = ClientID("boot.home.kitchen")!
        door.handler.isApproved = true
        door.handler.tamper = { [door] key in
            switch which {
            case 0: try door.handler.issue(ClientID("boot.home.cellar")!, key)
            case 1: try door.handler.issue(own, other)
            default:
                try stranger.issue(
                    .client, to: own, publicKey: key, serial: SystemRandom.serial(),
                    notBefore: IdentityKit.start - .seconds(60), notAfter: IdentityKit.start + .seconds(86_400)
                ).pem
            }
        }
        let client = try join()
        bus.advance(.seconds(70))
        #expect(client.outcome == nil)
        #expect(store.isJoining)
        door.handler.tamper = nil
        bus.advance(.seconds(40))
        #expect(!store.isJoining, "the right one is taken after all")
    }
}
