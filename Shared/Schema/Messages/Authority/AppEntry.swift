/// An app as the authority knows it.
public struct AppEntry: SchemaObject, Equatable {
    /// The app.
    public var app: AppID
    /// How it judges tokens, without secrets.
    public var validator: ValidatorDefinition
    /// Whether nodes may enrol with it.
    public var enabled: Bool
    /// Greatest life of a certificate, ms.
    public var life: Int64?
    /// How many nodes are bound to it.
    public var nodes: Int64

    /// Each argument is the field of its name.
    public init(
        app: AppID, validator: ValidatorDefinition, enabled: Bool, life: Int64? = nil, nodes: Int64
    ) {
        self.app = app
        self.validator = validator
        self.enabled = enabled
        self.life = life
        self.nodes = nodes
    }

    public static let schema = ObjectSchema(
        "AppEntry", "An app as the authority knows it.",
        [
            Field("app", .text(AppID.self), "The app."),
            Field("validator", .object(ValidatorDefinition.self), "How it judges tokens, without secrets."),
            Field("enabled", .boolean, "Whether nodes may enrol with it."),
            Field("life", .count, .optional, "Greatest life of a certificate, ms."),
            Field("nodes", .count, "How many nodes are bound to it."),
        ])
}
