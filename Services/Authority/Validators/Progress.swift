import Schema

/// What asking for something gives at once.
enum Progress<Value: Sendable>: Sendable {
    /// The result.
    case settled(Result<Value, BeaconBusError>)
    /// The result comes later, exactly once.
    case waiting
}
