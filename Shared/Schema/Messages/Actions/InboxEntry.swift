/// One asset in an inbox.
public struct InboxEntry: SchemaObject, Equatable {
    /// The asset.
    public var asset: String
    /// When it was added.
    public var added: WallTime
    /// When it goes; absent if it is kept or has no end.
    public var expires: WallTime?
    /// Whether it has not been read.
    public var unread: Bool
    /// Whether it is exempt from expiry.
    public var kept: Bool
    /// The activation that added it.
    public var activation: ActivationID?

    /// Each argument is the field of its name.
    public init(
        asset: String, added: WallTime, expires: WallTime? = nil, unread: Bool, kept: Bool,
        activation: ActivationID? = nil
    ) {
        self.asset = asset
        self.added = added
        self.expires = expires
        self.unread = unread
        self.kept = kept
        self.activation = activation
    }

    public static let schema = ObjectSchema(
        "InboxEntry", "One asset in an inbox.",
        [
            Field("asset", .string(maximumLength: 256), "The asset."),
            Field("added", .time, "When it was added."),
            Field("expires", .time, .optional, "When it goes; absent if it is kept or has no end."),
            Field("unread", .boolean, "Whether it has not been read."),
            Field("kept", .boolean, "Whether it is exempt from expiry."),
            Field("activation", .text(ActivationID.self), .optional, "The activation that added it."),
        ])
}
