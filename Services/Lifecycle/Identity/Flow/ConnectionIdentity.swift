import Schema

/// What a node shows to the broker.
enum ConnectionIdentity: Hashable, Sendable {
    /// The pair of this name: the node itself, `n.{site}.{node}`.
    case node(CertificateSetID)
    /// What the operator put there for this node, once: `boot.{site}.{node}`. While nothing is there: no connection.
    case bootstrap
    /// What came with the pair, over its lifecycle key, for when the pair has expired (H31): `boot.{site}.{node}`.
    case reserve
}
