import Schema

/// What the records say that matters for a node's request.
struct NodeFacts {
    let site: SiteID
    let app: AppRecord?
    let record: NodeRecord?
    /// The pair in use, expired or not.
    let active: CertificateSet?
    /// Why it is one request too many; nil if it is not.
    let rate: BeaconBusError?
    let now: WallTime
    /// How long a node may renew without a token.
    let maxChainAge: Duration
    /// Whether one of these keys (SHA-256, hex) belongs to another node.
    let isKeyOfAnother: ([String]) throws -> Bool
}
