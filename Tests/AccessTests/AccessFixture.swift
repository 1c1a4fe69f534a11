import Access
import Schema

/// A site with nodes, services and people, and one of the same names elsewhere.
enum AccessFixture {
    static let site = SiteID("home")!
    static let roots = Roots(site: site)

    static func client(_ text: String) -> ClientID { ClientID(text)! }

    static func document(revision: UInt64 = 7, site: String = "home", nodes: [String] = ["kitchen"]) -> AccessDocument {
        var identities = nodes.flatMap { node in
            ["n", "s", "boot"].map { AccessIdentity(client: client("\($0).\(site).\(node)")) }
        }
        for service in ["metadata", "dispatch", "authority"] {
            identities.append(AccessIdentity(client: client("svc.\(site).\(service)")))
        }
        identities.append(AccessIdentity(client: client("op.\(site).anna")))
        identities.append(AccessIdentity(client: client("obs.\(site).visits"), validates: [AppID("visits")!]))
        return AccessDocument(revision: revision, site: SiteID(site)!, identities: identities)
    }
}
