/// Somebody has arrived at a place: beacon and action (L14).
public struct CheckIn: Message, Equatable {
    /// From the ledger, rising; the same number is the same action again.
    public var number: Int64
    /// The activation it belongs to; the idempotency key.
    public var activation: ActivationID
    /// The beacon's record.
    public var beacon: BeaconRecord
    /// The action as registered.
    public var action: CheckInAction
    /// First sighting of the activation, as dispatch reckons it.
    public var since: WallTime
    /// Since the first sighting, ms, when the action was decided.
    public var age: Int64
    /// True if the beacon had become inactive already (D11).
    public var late: Bool?
    /// True if it was published before.
    public var repeated: Bool?

    /// Each argument is the field of its name.
    public init(
        number: Int64, activation: ActivationID, beacon: BeaconRecord, action: CheckInAction, since: WallTime,
        age: Int64, late: Bool? = nil, repeated: Bool? = nil
    ) {
        self.number = number
        self.activation = activation
        self.beacon = beacon
        self.action = action
        self.since = since
        self.age = age
        self.late = late
        self.repeated = repeated
    }

    public static let schema = ObjectSchema(
        "CheckIn", "Somebody has arrived at a place: beacon and action (L14).",
        [
            Field("number", .ordinal, "From the ledger, rising; the same number is the same action again."),
            Field("activation", .text(ActivationID.self), "The activation it belongs to; the idempotency key."),
            Field("beacon", .object(BeaconRecord.self), "The beacon's record."),
            Field("action", .object(CheckInAction.self), "The action as registered."),
            Field("since", .time, "First sighting of the activation, as dispatch reckons it."),
            Field("age", .count, "Since the first sighting, ms, when the action was decided."),
            Field("late", .boolean, .optional, "True if the beacon had become inactive already (D11)."),
            Field("repeated", .boolean, .optional, "True if it was published before."),
        ])

    public static var samples: [CheckIn] {
        [
            CheckIn(
                number: 5, activation: .sample, beacon: .sample, action: .sample, since: .sample, age: 1_300,
                late: true, repeated: true),
            CheckIn(number: 5, activation: .sample, beacon: .sample, action: .sample, since: .sample, age: 0),
        ]
    }
}
