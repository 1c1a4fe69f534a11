/// One source of a scanner.
public struct SourceReport: SchemaObject, Equatable {
    /// The adapter, the file, or the simulated site.
    public var name: String
    /// What it is.
    public var kind: SourceKind
    /// What it is doing.
    public var state: SourceState
    /// Why it failed or ended.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        name: String, kind: SourceKind, state: SourceState, error: BeaconBusError? = nil
    ) {
        self.name = name
        self.kind = kind
        self.state = state
        self.error = error
    }

    public static let schema = ObjectSchema(
        "SourceReport", "One source of a scanner.",
        [
            Field("name", .string(maximumLength: 4_096), "The adapter, the file, or the simulated site."),
            Field("kind", .words(SourceKind.self), "What it is."),
            Field("state", .words(SourceState.self), "What it is doing."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it failed or ended."),
        ])
}
