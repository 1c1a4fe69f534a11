import Schema

/// What a scanner's retained status says, as far as the life cycle is concerned.
struct ScannerReport: Sendable, Equatable {
    /// The scanner process and connection it comes from.
    var origin: Origin
    /// The run it has been told to scan for; `nil` = none.
    var run: RunID?
    /// Whether at least one source delivers.
    var scanning: Bool
    /// Why not, or what is wrong with it as a whole.
    var error: BeaconBusError?
    /// The sources that have failed, ended, or fallen suspiciously silent (R5), by name.
    var failed: [String: BeaconBusError] = [:]
    /// Whether an adapter is there, on and free; `nil` = not known, or none is used.
    var adapterUsable: Bool?
    /// False once it has gone in an orderly way.
    var isOnline = true

    /// One connection of one process start; later ones are greater (design §4).
    struct Origin: Hashable, Comparable, Sendable {
        var session: UInt64
        var connection: UInt64

        static func < (left: Origin, right: Origin) -> Bool {
            (left.session, left.connection) < (right.session, right.connection)
        }
    }
}
