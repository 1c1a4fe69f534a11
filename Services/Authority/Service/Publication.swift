import Schema

/// What the access folder holds, and when it is written next.
struct Publication {
    /// What can wait is written at most this often, so that each list can bear a second of its own.
    static let interval = Duration.seconds(1)
    /// How long a failed write is left alone.
    static let patience = Duration.seconds(5)

    /// What was written last by this process; nil before.
    var writtenRevision: UInt64?
    var writtenList: UInt64?
    /// What has to be taken over for all changes so far to count.
    var revision: UInt64 = 0
    var listNumber: UInt64 = 0
    /// Somebody waits for it.
    var isUrgent = false
    /// Who waits for the broker to take over what is written next.
    var waiting: [() -> Void] = []
    /// Until when only what is urgent is written.
    var rest = Instant.zero
    /// When to look again; nil when nothing is to be written.
    var due: Instant?
    /// Why it could not be written; nil while all is well.
    var failure: BeaconBusError?
}
