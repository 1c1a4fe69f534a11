/// What a scanner's signal strengths and distances are made with (R11).
public struct ReceiverReport: SchemaObject, Equatable {
    /// The revision of the calibration in force; absent where nothing was measured.
    public var revision: Int64?
    /// What is taken off every RSSI, dB.
    public var offset: Double
    /// The path-loss exponent.
    public var exponent: Double

    /// Each argument is the field of its name.
    public init(revision: Int64? = nil, offset: Double, exponent: Double) {
        self.revision = revision
        self.offset = offset
        self.exponent = exponent
    }

    public static let schema = ObjectSchema(
        "ReceiverReport", "What a scanner's signal strengths and distances are made with.",
        [
            Field(
                "revision", .count, .optional,
                "The revision of the calibration in force; absent where nothing was measured."),
            Field("offset", .number(Calibration.offsets), "What is taken off every RSSI, dB."),
            Field("exponent", .number(Calibration.exponents), "The path-loss exponent."),
        ])
}
