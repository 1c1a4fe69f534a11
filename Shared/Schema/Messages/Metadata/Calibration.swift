/// What was measured of a node's receiver and surroundings, retained (R11); what is absent stays as the node is configured.
public struct Calibration: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// Rises with each change.
    public var revision: Int64
    /// What its receiver hears too much, dB; taken off every RSSI.
    public var offset: Double?
    /// The path-loss exponent around it.
    public var exponent: Double?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, revision: Int64, offset: Double? = nil, exponent: Double? = nil
    ) {
        self.node = node
        self.revision = revision
        self.offset = offset
        self.exponent = exponent
    }

    /// The offsets a receiver may have, dB.
    public static let offsets: ClosedRange<Double> = -40...40
    /// The path-loss exponents a place may have.
    public static let exponents: ClosedRange<Double> = 1...6

    public static let schema = ObjectSchema(
        "Calibration",
        "What was measured of a node's receiver and surroundings, retained (R11); what is absent stays as the node is configured.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("revision", .count, "Rises with each change."),
            Field(
                "offset", .number(Calibration.offsets), .optional,
                "What its receiver hears too much, dB; taken off every RSSI."),
            Field("exponent", .number(Calibration.exponents), .optional, "The path-loss exponent around it."),
        ])

    public static var samples: [Calibration] {
        [
            Calibration(node: .sample, revision: 2, offset: 3.5, exponent: 2.4),
            Calibration(node: .sample, revision: 3),
        ]
    }
}
