import Schema

/// How a start or stop request ended; each request gets exactly one (requirements §1, invariant 4).
enum RequestOutcome: Sendable, Codable {
    /// The node runs; `repeated` when it already ran.
    case started(repeated: Bool)
    /// The attempt the request belonged to failed.
    case startFailed(BeaconBusError)
    /// The node is idle; the error names what broke meanwhile, `nil` = nothing.
    case stopped(BeaconBusError?)
    /// A later request won (R19).
    case superseded
    /// Not accepted at all.
    case refused(BeaconBusError)
}
