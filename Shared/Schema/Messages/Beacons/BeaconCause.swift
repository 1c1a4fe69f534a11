/// Why an event came (D21).
public enum BeaconCause: String, Codable, Sendable, Hashable, CaseIterable {
    /// Active within 30 s after scanning began.
    case initial
    /// Active later.
    case arrived
    /// Inactive: nothing heard for its time-out.
    case silent
    /// Inactive: no longer monitored.
    case removed
    /// Inactive: too far.
    case outOfRange
    /// Inactive: the table was full.
    case evicted
    /// Inactive: the node had stopped.
    case stopped
    /// Inactive: the scanner had restarted.
    case restarted
    /// Changed: zone.
    case zone
    /// Changed: telemetry.
    case data
    /// Changed: name.
    case name
}
