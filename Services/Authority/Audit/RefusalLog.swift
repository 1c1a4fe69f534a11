import Schema

/// The audit log of refused requests: a file of its own, `refused.log`, so that nobody can push out of `audit.log` what was
/// issued, revoked and commanded by asking for what he does not get. Confined to the bus thread.
final class RefusalLog {
    /// How many files there may be in all.
    static let files = 2

    private let log: AuditLog
    private var tally = RefusalTally()

    /// - Parameter maximumBytes: of one file.
    init(folder: String, maximumBytes: Int) {
        log = AuditLog(folder: folder, name: "refused.log", maximumBytes: maximumBytes, files: Self.files)
    }

    /// Why the last line could not be written; nil while all is well.
    var failure: BeaconBusError? { log.failure }

    /// When to call ``end(_:)``.
    var due: Instant? { tally.due }

    /// Takes a refusal.
    ///
    /// - Parameter asker: who is refused, as far as it is sure.
    func write(_ entry: AuditEntry, asker: String, _ now: Instant) {
        for line in tally.take(entry, asker: asker, now) { log.write(line) }
    }

    /// Writes what was repeated until a minute ago.
    func end(_ now: Instant) {
        for line in tally.end(now) { log.write(line) }
    }

    /// Writes what is left.
    func close() {
        for line in tally.endAll() { log.write(line) }
    }
}
