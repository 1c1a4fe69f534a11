import Schema

/// One registered beacon in the form in which the registry keeps it and hands it out.
struct RegistryRecord: Equatable {
    /// Which beacon it is.
    var identity: BeaconIdentity
    /// The whole record as JSON, always written the same way, so that equal records are equal bytes.
    var json: [UInt8]
    /// The members `timing` and `power` as they stand in a monitored rule, a comma before each; empty when it has neither.
    var overrides: [UInt8]
}
