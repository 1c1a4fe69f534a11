/// What was counted at a site while it was watched.
struct SiteCounts: Sendable, Equatable {
    /// Events by kind: active, inactive, changed.
    var beaconEvents: [String: Int] = [:]
    /// Different beacons that became active.
    var beacons = 0
    var outcomes: [String: Int] = [:]
    var actions: [String: Int] = [:]
}
