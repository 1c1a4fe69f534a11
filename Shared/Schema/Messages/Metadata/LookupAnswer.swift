/// What the look-up of one beacon gave.
public struct LookupAnswer: SchemaObject, Equatable {
    /// The id as it was asked for.
    public var beacon: String
    /// What it gave.
    public var answer: LookupResult
    /// The record, where it was found.
    public var record: BeaconRecord?
    /// The revision that last changed it.
    public var revision: Int64?
    /// True if upstream could not be asked and this is an older copy.
    public var stale: Bool?
    /// Why it failed.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        beacon: String, answer: LookupResult, record: BeaconRecord? = nil, revision: Int64? = nil,
        stale: Bool? = nil, error: BeaconBusError? = nil
    ) {
        self.beacon = beacon
        self.answer = answer
        self.record = record
        self.revision = revision
        self.stale = stale
        self.error = error
    }

    public static let schema = ObjectSchema(
        "LookupAnswer", "What the look-up of one beacon gave.",
        [
            Field("beacon", .string(maximumLength: 96), "The id as it was asked for."),
            Field("answer", .words(LookupResult.self), "What it gave."),
            Field("record", .object(BeaconRecord.self), .optional, "The record, where it was found."),
            Field("revision", .count, .optional, "The revision that last changed it."),
            Field("stale", .boolean, .optional, "True if upstream could not be asked and this is an older copy."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it failed."),
        ])
}
