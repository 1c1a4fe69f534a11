extension BeaconBusError: SchemaObject {
    private static func fields(text: Int, reason: Int) -> [Field] {
        [
            Field("code", .text(ErrorCode.self), "Stable, camelCase; what programs decide by."),
            Field("description", .string(maximumLength: text), "What went wrong."),
            Field("reason", .string(maximumLength: reason), "Why, naming the thing."),
            Field("suggestion", .string(maximumLength: text), "The remedy."),
            Field("retryable", .boolean, "Whether the same request may succeed later."),
        ]
    }

    private static let cause = ObjectSchema(
        "Cause", "One of several causes.", fields(text: maximumCauseText, reason: maximumCauseReason))

    /// Causes are declared one level deep; deeper ones are kept out of messages.
    public static let schema = ObjectSchema(
        "Error", "What went wrong, why, and what to do about it.",
        fields(text: maximumText, reason: maximumReason) + [
            Field(
                "causes", .array(.object(cause), 0...maximumCauses), .optional,
                "The errors of the several sources that failed.")
        ])

    /// An example for the contract's samples.
    static let sample = BeaconBusError(
        .adapterOff, reason: "hci0 (aa:bb:cc:dd:ee:ff) is powered off",
        suggestion: "Switch it on: bluetoothctl power on.",
        causes: [
            BeaconBusError(
                .sourceUnreadable, reason: "/var/lib/beaconbus/lobby.btsnoop does not exist",
                suggestion: "Give the path of a recording.")
        ])
}
