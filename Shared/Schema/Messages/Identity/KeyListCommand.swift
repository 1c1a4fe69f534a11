/// Asks which decoding keys there are, by pages.
public struct KeyListCommand: Message, Equatable {
    /// Only those whose names come after this one.
    public var after: BeaconName?

    /// Each argument is the field of its name.
    public init(
        after: BeaconName? = nil
    ) {
        self.after = after
    }

    public static let schema = ObjectSchema(
        "KeyListCommand", "Asks which decoding keys there are, by pages.",
        [
            Field("after", .text(BeaconName.self), .optional, "Only those whose names come after this one.")
        ])

    public static var samples: [KeyListCommand] {
        [
            KeyListCommand(after: .sample),
            KeyListCommand(),
        ]
    }
}
