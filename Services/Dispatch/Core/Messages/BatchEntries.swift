import Schema

/// Reads the entries of a batch that dispatch works on.
enum BatchEntries {
    /// How much longer than the last sighting an activation lasts where its inactive does not say.
    private static let usualTimeout: Int64 = 30_000

    /// Gives each active and inactive of a batch of `node`.
    ///
    /// - Throws: what is wrong with the batch, and what `body` throws.
    static func read(_ payload: [UInt8], node: NodeID, _ body: (JournalledEntry) throws -> Void) throws {
        let batch = try BatchReader.read(payload).batch
        guard batch.node == node else { throw foreign(node) }
        for entry in batch.beacons {
            guard let kind = kind(entry.kind, of: batch.kind) else { continue }
            let place = batch.journal.flatMap { journal in
                entry.entry.map { JournalledEntry.Place(journal: journal, number: $0, oldest: batch.oldest) }
            }
            let timeout = entry.timeout ?? (batch.kind == .journal ? usualTimeout : entry.age)
            try body(
                JournalledEntry(
                    kind: kind, beacon: entry.beacon, activation: entry.activation, place: place,
                    isInitial: entry.cause == .initial, sinceFirst: span(entry.sinceFirst),
                    sinceEnd: kind == .inactive ? span(entry.age - timeout) : .zero))
        }
    }

    /// The places in the journal that a batch names, whatever else is wrong with it: its entries can never be read, and
    /// their journal must not wait for them for ever.
    static func places(_ payload: [UInt8], node: NodeID) -> [JournalledEntry.Place] {
        guard let batch = try? JSONValue.parse(payload, maximumDepth: MessageCoder.maximumDepth),
            batch["v"]?.integerValue == Int64(Head.version), batch["node"]?.stringValue == node.description,
            let journal = batch["journal"]?.stringValue.flatMap({ JournalID($0) }),
            let entries = batch["beacons"]?.arrayValue
        else { return [] }
        let oldest = batch["oldest"]?.integerValue
        return entries.prefix(128).compactMap { entry in
            guard let number = entry["entry"]?.integerValue, number > 0 else { return nil }
            return JournalledEntry.Place(journal: journal, number: number, oldest: oldest)
        }
    }

    private static func kind(_ own: BeaconEvent?, of batch: BatchKind) -> JournalledEntry.Kind? {
        switch batch {
        case .active: .active
        case .inactive: .inactive
        case .changed: nil
        case .journal:
            switch own {
            case .active: .active
            case .inactive: .inactive
            case .changed, nil: nil
            }
        }
    }

    /// Milliseconds as a span, ten years at most, so that no sum overflows.
    private static func span(_ milliseconds: Int64) -> Duration {
        .milliseconds(min(max(milliseconds, 0), 315_360_000_000))
    }

    private static func foreign(_ node: NodeID) -> BeaconBusError {
        BeaconBusError(
            .messageInvalid, reason: "the batch's node is not that of its topic, \(node)",
            suggestion: "Send batches on the topics of their own node.")
    }
}
