import Schema
import Store

/// What the gate says the broker has taken over.
struct AppliedReport: Equatable, Sendable {
    var revision: UInt64
    var listNumber: UInt64
    /// Why the newest document has not been taken over.
    var error: String?

    /// Reads `applied.json`; nil if it is not there or not readable: then nobody takes anything over.
    static func read(_ path: String) -> AppliedReport? {
        guard let bytes = try? AtomicFile(path: path).read(limit: 1 << 16),
            let value = try? JSONValue.parse(bytes), let revision = value["revision"]?.integerValue
        else { return nil }
        let error = value["error"]
        return AppliedReport(
            revision: UInt64(clamping: revision), listNumber: UInt64(clamping: value["crlNumber"]?.integerValue ?? 0),
            error: error?.stringValue ?? error?["reason"]?.stringValue)
    }

    /// Whether all up to there has been taken over.
    func covers(revision: UInt64, listNumber: UInt64) -> Bool {
        error == nil && self.revision >= revision && self.listNumber >= listNumber
    }
}
