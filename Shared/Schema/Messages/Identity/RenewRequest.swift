/// Asks the authority for new certificates by possession of the current ones (D5).
public struct RenewRequest: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The two requests, for new keys.
    public var requests: CertificateRequests
    /// Signature over the requests with the current key, base64.
    public var proof: String

    /// Each argument is the field of its name.
    public init(
        node: NodeID, requests: CertificateRequests, proof: String
    ) {
        self.node = node
        self.requests = requests
        self.proof = proof
    }

    public static let schema = ObjectSchema(
        "RenewRequest", "Asks the authority for new certificates by possession of the current ones (D5).",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("requests", .object(CertificateRequests.self), "The two requests, for new keys."),
            Field("proof", .string(maximumLength: 8_192), "Signature over the requests with the current key, base64."),
        ])

    public static var samples: [RenewRequest] {
        [
            RenewRequest(
                node: .sample,
                requests: CertificateRequests(
                    lifecycle: "-----BEGIN CERTIFICATE REQUEST-----", scanner: "-----BEGIN CERTIFICATE REQUEST-----"),
                proof: "MEUCIQ==")
        ]
    }
}
