import Access
import Schema
import Support
import Testing

/// What is true of all rights at once; cell by cell they are compared on a real broker (Tests/Integration).
@Suite("Rights")
struct RightsTests {
    private let clients: [String] = [
        "n.home.kitchen", "s.home.kitchen", "boot.home.kitchen", "boot.home.join", "svc.home.metadata",
        "svc.home.dispatch", "svc.home.presence", "svc.home.authority", "svc.home.gate", "svc.home.home",
        "obs.home.visits", "op.home.anna",
    ]

    private func grants(_ client: String, validates: [String] = []) -> [Grant] {
        Rights.grants(
            for: AccessIdentity(client: AccessFixture.client(client), validates: validates.map { AppID($0)! }),
            in: AccessFixture.roots)
    }

    @Test("T24: nobody but the gate may touch the broker's own interface, and nobody writes to a whole tree")
    func narrow() {
        for client in clients {
            for grant in grants(client) {
                let isControl = grant.filter == "$CONTROL/dynamic-security/#"
                #expect(!isControl || client == "svc.home.gate", "\(client): \(grant)")
                let isOurs = ["beaconbus/home/", "beaconbus-private/home/"].contains { grant.filter.hasPrefix($0) }
                #expect(isControl || isOurs, "\(client): \(grant)")
                if grant.verb == .publish, grant.filter.hasSuffix("#") {
                    #expect(
                        isControl || grant.filter.hasPrefix("beaconbus-private/home/replies/"), "\(client): \(grant)")
                }
            }
        }
    }

    @Test("H1: questions reach the one observer that is asked, and nobody else reads below the private root at large")
    func privateRoot() {
        for client in clients {
            for grant in grants(client) where grant.verb == .subscribe && grant.filter.hasPrefix("beaconbus-private/") {
                let levels = grant.filter.split(separator: "/").dropFirst(2).map(String.init)
                #expect(levels[0] != "#" && levels[0] != "+", "\(client): \(grant)")
                if levels[0] == "tokens" {
                    #expect(client == "obs.home.visits" && levels == ["tokens", "visits", "+"])
                }
                if levels[0] == "replies" {
                    #expect(levels[1] == AccessFixture.client(client).requester.description, "\(client): \(grant)")
                }
            }
        }
    }

    @Test("The last level, the will and the reply belong to the writer: two of a kind share no literal topic to write")
    func own() {
        for kind in ["n", "s", "boot", "obs", "op"] {
            let one = Set(grants("\(kind).home.one").filter { $0.verb == .publish })
            let two = Set(grants("\(kind).home.two").filter { $0.verb == .publish })
            let shared = one.intersection(two).map(\.filter)
            #expect(shared.allSatisfy { $0 == "beaconbus-private/home/replies/+/#" }, "\(kind): \(shared)")
        }
    }

    @Test("An identity of another site has no rights here, and equal ids elsewhere share none")
    func sites() {
        #expect(grants("n.away.kitchen").isEmpty)
        let roots = Roots(site: SiteID("away")!)
        for client in clients where client != "svc.home.gate" {
            let name = AccessFixture.client(client)
            let other = ClientID(kind: name.kind, site: roots.site, name: name.name)!
            let theirs = Set(Rights.grants(for: AccessIdentity(client: other), in: roots))
            #expect(!theirs.isEmpty && theirs.isDisjoint(with: grants(client)), "\(client)")
        }
    }

    @Test("A validator answers for its own apps; what judges no tokens gets nothing by a document's mistake")
    func validators() {
        let plain = Set(grants("obs.home.visits"))
        let more = Set(grants("obs.home.visits", validates: ["visits"])).subtracting(plain)
        #expect(
            more == [
                Grant(.subscribe, "beaconbus-private/home/apps/visits/validate"),
                Grant(.publish, "beaconbus-private/home/replies/+/validate/visits/#"),
            ])
        for client in ["n.home.kitchen", "s.home.kitchen", "boot.home.kitchen", "boot.home.join", "svc.home.gate"] {
            #expect(grants(client, validates: ["visits"]) == grants(client), "\(client)")
        }
    }

    @Test("Tenants' roots are used as they are configured")
    func tenants() throws {
        let roots = try Roots(site: AccessFixture.site, publicPrefix: "acme/open", privatePrefix: "acme/closed")
        let identity = AccessIdentity(client: AccessFixture.client("s.home.kitchen"))
        for grant in Rights.grants(for: identity, in: roots) {
            #expect(grant.filter.hasPrefix("acme/open/home/") || grant.filter.hasPrefix("acme/closed/home/"))
        }
    }
}
