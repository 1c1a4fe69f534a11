import Bus
import Identity
import Schema

/// As whom a node may connect: with its pair, with what it keeps for the time after, or with what its operator gave it.
///
/// The files need not be there yet: the bus waits for them.
struct IdentityConnections: Sendable {
    /// n.{site}.{node}, at the broker of the nodes.
    let node: BusIdentity
    /// boot.{site}.{node} with the newest pair's key, once the pair has expired (H31).
    let reserve: BusIdentity
    /// boot.{site}.{node} from the operator's bundle.
    let bootstrap: BusIdentity

    /// - Parameters:
    ///   - broker: for the node with its pair.
    ///   - bootstrapBroker: for a node without a usable one.
    init(
        _ folder: NodeIdentityFolder, site: SiteID, node: NodeID, broker: BrokerAddress, bootstrapBroker: BrokerAddress
    ) {
        let bootstrapID = ClientID(kind: .bootstrap, site: site, node)
        self.node = BusIdentity(
            clientID: ClientID(kind: .node, site: site, node), broker: broker,
            tls: TLSConfiguration(folder.lifecycleFiles))
        reserve = BusIdentity(
            clientID: bootstrapID, broker: bootstrapBroker, tls: TLSConfiguration(folder.reserveFiles))
        bootstrap = BusIdentity(
            clientID: bootstrapID, broker: bootstrapBroker, tls: TLSConfiguration(folder.bootstrapFiles))
    }

    subscript(_ identity: ConnectionIdentity) -> BusIdentity {
        switch identity {
        case .node: node
        case .reserve: reserve
        case .bootstrap: bootstrap
        }
    }
}
