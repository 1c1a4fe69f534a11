import Bus
import Schema
import Support

enum Fixture {
    static let site = SiteID("home")!
    static let roots = Roots(site: site)
    static let kitchen = NodeID("kitchen")!
    static let state = "beaconbus/home/nodes/kitchen/state"

    static func configuration(
        kind: ClientKind = .node, name: String = "kitchen", session: UInt64 = 100,
        ownState: Topic? = .nodeState(kitchen),
        will: Will? = .lost(.nodeLost(kitchen)), subscriptions: [Subscription] = []
    ) -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1), clientID: ClientID(kind: kind, site: site, name: name)!,
            roots: roots, session: session, ownState: ownState, will: will, subscriptions: subscriptions)
    }

    /// An outsider's client without own state.
    static func plain(_ name: String, _ filters: [String] = []) -> BusConfiguration {
        configuration(
            kind: .operator, name: name, ownState: nil, will: nil, subscriptions: filters.map { Subscription(raw: $0) })
    }
}
