/// When a beacon counts as present, where it differs from the node's own (D12).
public struct RuleTiming: SchemaObject, Equatable {
    /// How many sightings make it active.
    public var sightings: Int64?
    /// Within how long they must come, ms.
    public var window: Int64?
    /// The silence after which it is inactive, ms.
    public var timeout: Int64?
    /// Beyond this many metres it does not count as present.
    public var range: Double?

    /// Each argument is the field of its name.
    public init(
        sightings: Int64? = nil, window: Int64? = nil, timeout: Int64? = nil, range: Double? = nil
    ) {
        self.sightings = sightings
        self.window = window
        self.timeout = timeout
        self.range = range
    }

    public static let schema = ObjectSchema(
        "RuleTiming", "When a beacon counts as present, where it differs from the node's own (D12).",
        [
            Field("sightings", .integer(1...4), .optional, "How many sightings make it active."),
            Field("window", .integer(100...86_400_000), .optional, "Within how long they must come, ms."),
            Field("timeout", .integer(100...86_400_000), .optional, "The silence after which it is inactive, ms."),
            Field("range", .number(0.1...1_000), .optional, "Beyond this many metres it does not count as present."),
        ])
}
