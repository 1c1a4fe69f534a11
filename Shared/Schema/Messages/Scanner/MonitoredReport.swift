/// The monitored set in force.
public struct MonitoredReport: SchemaObject, Equatable {
    /// Whose it is.
    public var registry: RegistryID
    /// Its revision.
    public var revision: Int64

    /// Each argument is the field of its name.
    public init(
        registry: RegistryID, revision: Int64
    ) {
        self.registry = registry
        self.revision = revision
    }

    public static let schema = ObjectSchema(
        "MonitoredReport", "The monitored set in force.",
        [
            Field("registry", .text(RegistryID.self), "Whose it is."),
            Field("revision", .count, "Its revision."),
        ])
}
