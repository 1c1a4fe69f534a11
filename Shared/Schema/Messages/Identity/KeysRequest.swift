/// A scanner asks for the decoding keys in use at its site.
public struct KeysRequest: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// The revision it has.
    public var revision: Int64?
    /// Only keys whose names come after this one; absent from the beginning.
    public var after: BeaconName?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, revision: Int64? = nil, after: BeaconName? = nil
    ) {
        self.node = node
        self.revision = revision
        self.after = after
    }

    public static let schema = ObjectSchema(
        "KeysRequest", "A scanner asks for the decoding keys in use at its site.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("revision", .count, .optional, "The revision it has."),
            Field(
                "after", .text(BeaconName.self), .optional,
                "Only keys whose names come after this one; absent from the beginning."),
        ])

    public static var samples: [KeysRequest] {
        [
            KeysRequest(node: .sample, revision: 3, after: .sample),
            KeysRequest(node: .sample),
        ]
    }
}
