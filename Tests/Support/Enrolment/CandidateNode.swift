public import Identity
public import Schema

/// A machine that asks for certificates: its keys, its requests, and what it signs.
public struct CandidateNode: Sendable {
    public let site: SiteID
    public let node: NodeID
    public var lifecycleKey: PrivateKey
    public var scannerKey: PrivateKey
    /// The key of its one-time bootstrap certificate.
    public let bootstrapKey: PrivateKey

    public init(site: SiteID, node: NodeID) throws {
        self.site = site
        self.node = node
        lifecycleKey = try PrivateKey.generate()
        scannerKey = try PrivateKey.generate()
        bootstrapKey = try PrivateKey.generate()
    }

    /// New keys for the pair, as for a renewal.
    public mutating func makeNewKeys() throws {
        lifecycleKey = try PrivateKey.generate()
        scannerKey = try PrivateKey.generate()
    }

    public var lifecycleClient: ClientID { ClientID(kind: .node, site: site, node) }
    public var scannerClient: ClientID { ClientID(kind: .scanner, site: site, node) }
    public var bootstrapClient: ClientID { ClientID(kind: .bootstrap, site: site, node) }

    /// The two requests for its pair.
    public func requests() throws -> CertificateRequests {
        CertificateRequests(
            lifecycle: try SigningRequest.make(for: lifecycleClient, key: lifecycleKey).pem,
            scanner: try SigningRequest.make(for: scannerClient, key: scannerKey).pem)
    }

    /// The request for its bootstrap certificate.
    public func bootstrapRequest() throws -> String {
        try SigningRequest.make(for: bootstrapClient, key: bootstrapKey).pem
    }

    public func enrolment(
        token: String, user: UserID, app: AppID, requests: CertificateRequests? = nil
    ) throws -> EnrolRequest {
        EnrolRequest(node: node, user: user, app: app, token: token, requests: try requests ?? self.requests())
    }

    /// A renewal for the keys it has now, proved by the ones it had before.
    public func renewal(id: RequestID, by old: PrivateKey) throws -> RenewRequest {
        let requests = try requests()
        let message = IdentityProof.renewal(
            site: site, node: node, request: id, requestsHash: IdentityProof.requestsHash(requests))
        return RenewRequest(node: node, requests: requests, proof: try IdentityProof.sign(message, with: old))
    }

    /// The proof that it uses a pair.
    public func activation(_ set: CertificateSetID, id: RequestID) throws -> ActivateRequest {
        let message = IdentityProof.activation(site: site, node: node, set: set, request: id)
        return ActivateRequest(
            node: node, set: set, lifecycleProof: try IdentityProof.sign(message, with: lifecycleKey),
            scannerProof: try IdentityProof.sign(message, with: scannerKey))
    }
}
