import Bus
import Schema

/// The node's client on the bus: name, own state, will, and what it listens to.
extension LifecycleSettings {
    func clientID(site: SiteID) -> ClientID {
        ClientID(kind: .node, site: site, node)
    }

    var ownState: Topic { .nodeState(node) }

    /// On a topic of its own, so that it never overwrites a newer state (D7).
    var will: Will {
        Will(topic: .nodeLost(node)) { session, connection in Lost(session: session, connection: connection) }
    }

    func subscriptions(in roots: Roots) -> [Subscription] {
        var subscriptions = [
            Subscription(.scanner(node), in: roots), Subscription(.scannerLost(node), in: roots),
            Subscription.commands(.nodeCommands(node), in: roots),
        ]
        // Only a node that manages its certificates asks observers and the authority.
        if managesIdentity {
            subscriptions += [
                Subscription(.observers(), in: roots), Subscription(.observerLost(), in: roots),
                Subscription(.services(.authority), in: roots),
            ]
        }
        return subscriptions
    }
}
