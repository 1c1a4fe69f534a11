import Schema
import ServiceKit

/// What the service counts: shown at /metrics and in its status.
struct MetadataCounters {
    let found: Counter
    let unknown: Counter
    let failed: Counter
    let deferred: Counter
    let commands: Counter
    let refused: Counter
    let keysHandedOut: Counter
    let importedRows: Counter
    let importsGivenUp: Counter
    let unansweredReplies: Counter
    let revision: Gauge
    let records: Gauge

    init(_ metrics: Metrics) {
        func lookups(_ answer: String) -> Counter {
            metrics.counter("metadata_lookups_total", "Beacons looked up, by answer.", labels: ["answer": answer])
        }
        found = lookups("found")
        unknown = lookups("unknown")
        failed = lookups("failed")
        deferred = lookups("deferred")
        commands = metrics.counter("metadata_commands_total", "Commands carried out.")
        refused = metrics.counter("metadata_refused_total", "Commands and look-ups refused.")
        keysHandedOut = metrics.counter(
            "metadata_keys_handed_out_total", "Answers to scanners that asked for decoding keys.")
        importedRows = metrics.counter("metadata_imported_rows_total", "Rows received for imports.")
        importsGivenUp = metrics.counter(
            "metadata_imports_given_up_total", "Imports given up because the next part did not come.")
        unansweredReplies = metrics.counter(
            "metadata_unsent_replies_total", "Answers that could not be handed to the bus.")
        revision = metrics.gauge("metadata_revision", "The registry's revision.")
        records = metrics.gauge("metadata_records", "Registered beacons.")
    }

    /// The counters of the retained status.
    func status(_ figures: (revision: Int64, records: Int64)?) -> [String: Int64] {
        [
            "revision": figures?.revision ?? 0, "records": figures?.records ?? 0, "lookups.found": found.value,
            "lookups.unknown": unknown.value, "lookups.failed": failed.value, "lookups.deferred": deferred.value,
            "commands": commands.value, "refused": refused.value,
            "keys.handedOut": keysHandedOut.value, "import.rows": importedRows.value,
            "import.givenUp": importsGivenUp.value, "replies.unsent": unansweredReplies.value,
        ]
    }
}
