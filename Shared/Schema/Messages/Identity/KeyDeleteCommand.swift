/// Removes decoding keys.
public struct KeyDeleteCommand: Message, Equatable {
    /// What they are called.
    public var names: [BeaconName]

    /// Each argument is the field of its name.
    public init(
        names: [BeaconName]
    ) {
        self.names = names
    }

    public static let schema = ObjectSchema(
        "KeyDeleteCommand", "Removes decoding keys.",
        [
            Field("names", .array(.text(BeaconName.self), 1...KeysReply.greatestCount), "What they are called.")
        ])

    public static var samples: [KeyDeleteCommand] {
        [
            KeyDeleteCommand(names: [.sample])
        ]
    }
}
