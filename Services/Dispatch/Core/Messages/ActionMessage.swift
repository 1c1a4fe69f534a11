import Schema

/// An action on its way to the consumers (`CheckIn`, `ShowAsset`, `InboxAdd`, `InboxSave`).
///
/// Written from the values as they came, so that unknown fields are passed on; only a check-in carries the beacon (L14).
struct ActionMessage {
    let activation: ActivationID
    let action: Action
    /// The beacon's record.
    let record: JSONValue
    /// The activation's first sighting.
    let since: WallTime
    let age: Duration
    let isLate: Bool

    /// The members of the message, as the ledger keeps them.
    func body(number: Int64) -> [UInt8] {
        var writer = MemberWriter()
        writer.add("number", number)
        writer.add(plain: "activation", activation.description)
        if action.kind == .checkIn { writer.add("beacon", record) }
        writer.add("action", .object(action.fields.filter { !$0.value.isNull }))
        writer.add(plain: "since", since.description)
        writer.add("age", max(age.saturatedMilliseconds, 0))
        if isLate { writer.add("late", true) }
        return writer.bytes
    }

    /// The same message marked as published before.
    static func repeated(_ body: [UInt8]) -> [UInt8] {
        body + Array(#","repeated":true"#.utf8)
    }
}
