/// What became of the desired configuration.
public struct ConfigurationReport: SchemaObject, Equatable {
    /// The desired revision.
    public var revision: Int64
    /// Applied, or rolled back.
    public var result: ConfigurationResult
    /// Why it was rolled back.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        revision: Int64, result: ConfigurationResult, error: BeaconBusError? = nil
    ) {
        self.revision = revision
        self.result = result
        self.error = error
    }

    public static let schema = ObjectSchema(
        "ConfigurationReport", "What became of the desired configuration.",
        [
            Field("revision", .count, "The desired revision."),
            Field("result", .words(ConfigurationResult.self), "Applied, or rolled back."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it was rolled back."),
        ])
}
