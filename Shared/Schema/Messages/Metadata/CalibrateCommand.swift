/// Sets what was measured of a node; what is absent stays as it was stored.
public struct CalibrateCommand: Message, Equatable {
    /// The node.
    public var node: NodeID
    /// What its receiver hears too much, dB.
    public var offset: Double?
    /// The path-loss exponent around it.
    public var exponent: Double?
    /// True: first forget what was stored.
    public var clear: Bool?

    /// Each argument is the field of its name.
    public init(
        node: NodeID, offset: Double? = nil, exponent: Double? = nil, clear: Bool? = nil
    ) {
        self.node = node
        self.offset = offset
        self.exponent = exponent
        self.clear = clear
    }

    public static let schema = ObjectSchema(
        "CalibrateCommand", "Sets what was measured of a node; what is absent stays as it was stored.",
        [
            Field("node", .text(NodeID.self), "The node."),
            Field("offset", .number(Calibration.offsets), .optional, "What its receiver hears too much, dB."),
            Field("exponent", .number(Calibration.exponents), .optional, "The path-loss exponent around it."),
            Field("clear", .boolean, .optional, "True: first forget what was stored."),
        ])

    public static var samples: [CalibrateCommand] {
        [
            CalibrateCommand(node: .sample, offset: -2.5, exponent: 2.4),
            CalibrateCommand(node: .sample, clear: true),
        ]
    }
}
