import Identity
import Schema

/// What a node asks for, whichever way it asks. Holds the token, so it is never printed.
struct NodeRequest: Sendable {
    /// Which way.
    enum Kind: Sendable, Equatable {
        /// With a token (H28).
        case enrol
        /// By possession of the current pair (D5).
        case renew
    }

    let kind: Kind
    /// As the topic has it; only it may publish there.
    let node: NodeID
    /// As the body has it.
    let named: NodeID
    let id: RequestID
    /// With what identity it asks, by where it wants the answer: only that one can read it.
    let asker: ClientKind
    /// enrol: what it names; renew: what it is bound to.
    let user: UserID?
    let app: AppID?
    let token: String?
    let requests: CertificateRequests
    /// renew: the signature with the current key, base64.
    let proof: String?

    init(_ body: EnrolRequest, node: NodeID, id: RequestID, asker: ClientKind) {
        kind = .enrol
        self.node = node
        named = body.node
        self.id = id
        self.asker = asker
        user = body.user
        app = body.app
        token = body.token
        requests = body.requests
        proof = nil
    }

    init(_ body: RenewRequest, node: NodeID, id: RequestID, asker: ClientKind, bound record: NodeRecord?) {
        kind = .renew
        self.node = node
        named = body.node
        self.id = id
        self.asker = asker
        user = record?.user
        app = record?.app
        token = nil
        requests = body.requests
        proof = body.proof
    }

    /// SHA-256 of the two signing requests, as validators see it.
    var requestsHash: String { IdentityProof.requestsHash(requests) }

    /// SHA-256 of all that is said, so that a repetition is told from another request of the same id.
    var hash: [UInt8] {
        var text: [UInt8] = []
        // The proof is left out: each signature over the same bytes is another one.
        let parts = [
            kind == .enrol ? "enrol" : "renew", named.description, kind == .enrol ? user?.description ?? "" : "",
            kind == .enrol ? app?.description ?? "" : "", token ?? "", requests.lifecycle, requests.scanner,
        ]
        for part in parts { text += Array("\(part.utf8.count):\(part)".utf8) }
        return Digest.sha256(text)
    }

    /// Enough of the token's SHA-256 to find it again, and nothing of the token.
    var tokenMark: String? { token.map { String(Digest.sha256Hex(Array($0.utf8)).prefix(16)) } }
}

extension NodeRequest: Redacted {}
