/// How an activation was settled; exactly one for each.
public struct Outcome: Message, Equatable {
    /// The activation.
    public var activation: ActivationID
    /// The beacon.
    public var beacon: BeaconID?
    /// How it was settled.
    public var outcome: OutcomeKind
    /// The action that was decided for, where there was one.
    public var action: ActionKind?
    /// The number of the action that was published.
    public var number: Int64?
    /// Why, in words.
    public var reason: String?
    /// True if the beacon had become inactive already.
    public var late: Bool?
    /// Why it failed.
    public var error: BeaconBusError?

    /// Each argument is the field of its name.
    public init(
        activation: ActivationID, beacon: BeaconID? = nil, outcome: OutcomeKind, action: ActionKind? = nil,
        number: Int64? = nil, reason: String? = nil, late: Bool? = nil, error: BeaconBusError? = nil
    ) {
        self.activation = activation
        self.beacon = beacon
        self.outcome = outcome
        self.action = action
        self.number = number
        self.reason = reason
        self.late = late
        self.error = error
    }

    public static let schema = ObjectSchema(
        "Outcome", "How an activation was settled; exactly one for each.",
        [
            Field("activation", .text(ActivationID.self), "The activation."),
            Field("beacon", .text(BeaconID.self), .optional, "The beacon."),
            Field("outcome", .words(OutcomeKind.self), "How it was settled."),
            Field(
                "action", .words(ActionKind.self), .optional,
                "The action that was decided for, where there was one."),
            Field("number", .ordinal, .optional, "The number of the action that was published."),
            Field("reason", .string(maximumLength: 4_096), .optional, "Why, in words."),
            Field("late", .boolean, .optional, "True if the beacon had become inactive already."),
            Field("error", .object(BeaconBusError.self), .optional, "Why it failed."),
        ])

    public static var samples: [Outcome] {
        [
            Outcome(activation: .sample, beacon: .sample, outcome: .done, action: .checkIn, number: 5, late: true),
            Outcome(activation: .sample, outcome: .none, reason: "no action in the metadata"),
            Outcome(activation: .sample, outcome: .failed, error: .sample),
        ]
    }
}
