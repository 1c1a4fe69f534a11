import Schema

/// An outcome on its way to whoever listens (`Outcome`).
struct OutcomeMessage {
    let activation: ActivationID
    let beacon: BeaconID
    let outcome: OutcomeKind
    let action: ActionKind?
    let reason: String?
    let isLate: Bool
    let error: BeaconBusError?

    /// The members of the message, as the ledger keeps them. `action` is the number of the action that was published.
    func body(action number: Int64?) -> [UInt8] {
        var writer = MemberWriter()
        writer.add(plain: "activation", activation.description)
        writer.add(plain: "beacon", beacon.description)
        writer.add(plain: "outcome", outcome.rawValue)
        if let action { writer.add(plain: "action", action.rawValue) }
        if let number { writer.add("number", number) }
        if let reason { writer.add("reason", .string(reason)) }
        if isLate { writer.add("late", true) }
        if let error { writer.add("error", error) }
        return writer.bytes
    }
}
