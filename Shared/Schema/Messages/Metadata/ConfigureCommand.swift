/// Sets the desired configuration of a node.
public struct ConfigureCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Configuration keys and their values; replaces what was desired before.
    public var configuration: [String: JSONValue]

    /// Each argument is the field of its name.
    public init(
        node: NodeID, configuration: [String: JSONValue]
    ) {
        self.node = node
        self.configuration = configuration
    }

    public static let schema = ObjectSchema(
        "ConfigureCommand", "Sets the desired configuration of a node.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field(
                "configuration", .dictionary(.any, maximumCount: 256),
                "Configuration keys and their values; replaces what was desired before."),
        ])

    public static var samples: [ConfigureCommand] {
        [
            ConfigureCommand(node: .sample, configuration: ["tracking.timeout": "45s"])
        ]
    }
}
