/// Proves that the node holds keys and certificates of a pair, over a connection made with them.
public struct ActivateRequest: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The pair.
    public var set: CertificateSetID
    /// Signature with the lifecycle's new key, base64 of DER; see deploy/nodes.md for the bytes signed.
    public var lifecycleProof: String
    /// The same with the scanner's new key.
    public var scannerProof: String

    /// Each argument is the field of its name.
    public init(
        node: NodeID, set: CertificateSetID, lifecycleProof: String, scannerProof: String
    ) {
        self.node = node
        self.set = set
        self.lifecycleProof = lifecycleProof
        self.scannerProof = scannerProof
    }

    public static let schema = ObjectSchema(
        "ActivateRequest",
        "Proves that the node holds keys and certificates of a pair, over a connection made with them.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("set", .text(CertificateSetID.self), "The pair."),
            Field(
                "lifecycleProof", .string(maximumLength: 8192),
                "Signature with the lifecycle's new key, base64 of DER; see deploy/nodes.md for the bytes signed."),
            Field("scannerProof", .string(maximumLength: 8192), "The same with the scanner's new key."),
        ])

    public static var samples: [ActivateRequest] {
        [
            ActivateRequest(node: .sample, set: .sample, lifecycleProof: "MEUCIQ==", scannerProof: "MEUCIQ==")
        ]
    }
}
