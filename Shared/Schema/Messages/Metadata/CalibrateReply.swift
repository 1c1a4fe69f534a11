/// What is stored of a node now.
public struct CalibrateReply: Message, Equatable {
    /// Its revision.
    public var revision: Int64
    /// What its receiver hears too much, dB.
    public var offset: Double?
    /// The path-loss exponent around it.
    public var exponent: Double?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, offset: Double? = nil, exponent: Double? = nil
    ) {
        self.revision = revision
        self.offset = offset
        self.exponent = exponent
    }

    public static let schema = ObjectSchema(
        "CalibrateReply", "What is stored of a node now.",
        [
            Field("revision", .count, "Its revision."),
            Field("offset", .number(Calibration.offsets), .optional, "What its receiver hears too much, dB."),
            Field("exponent", .number(Calibration.exponents), .optional, "The path-loss exponent around it."),
        ])

    public static var samples: [CalibrateReply] {
        [
            CalibrateReply(revision: 2, offset: -2.5, exponent: 2.4),
            CalibrateReply(revision: 3),
        ]
    }
}
