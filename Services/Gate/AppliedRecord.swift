import Schema
import Store

/// What the gate has carried out, for the authority to wait for: `applied.json`.
struct AppliedRecord: Codable, Equatable, Sendable {
    /// The newest document whose rights the broker has; 0 = none yet.
    var revision: UInt64
    /// The number of the revocation list the broker uses; 0 = none.
    var crlNumber: UInt64
    /// Whose list, by its certificate's fingerprint: numbers of another authority do not count.
    var authority: String?
    /// When this was written.
    var at: WallTime
    /// How long carrying out that document took from its appearance, ms.
    var took: Int64?
    /// What hinders it from being up to date.
    var error: BeaconBusError?

    /// Its file. A damaged one counts as none.
    static func read(_ path: String) -> AppliedRecord? {
        guard let bytes = try? AtomicFile(path: path).read(limit: 64 << 10) else { return nil }
        return try? JSONValue.parse(bytes).decode(AppliedRecord.self)
    }

    /// Replaces the file. Everybody may read it: it holds no secret, and the authority is another user.
    func write(_ path: String) throws(BeaconBusError) {
        let value = try JSONValue(encoding: self)
        try AtomicFile(path: path).write(value.bytes + [0x0a], mode: 0o644)
    }
}
