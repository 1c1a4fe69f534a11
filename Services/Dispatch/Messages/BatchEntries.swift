import Schema

/// Reads the entries of a batch that dispatch works on.
enum BatchEntries {
    /// How much longer than the last sighting an activation lasts where its inactive does not say.
    private static let usualTimeout: Duration = .seconds(30)

    /// Gives each entry of a batch of `node`, or what is wrong with it; entries of another kind are left out.
    ///
    /// - Throws: what is wrong with the batch as a whole, and what `body` throws.
    static func read(
        _ payload: [UInt8], node: NodeID, _ body: (Result<JournalledEntry, BeaconBusError>) throws -> Void
    ) throws {
        let batch = try JSONValue.parse(payload, maximumDepth: MessageCoder.maximumDepth)
        guard batch["v"]?.integerValue == 1, let list = batch["beacons"]?.arrayValue,
            let kind = batch["kind"]?.stringValue.flatMap(BatchKind.init(rawValue:))
        else {
            throw BeaconBusError(
                .messageInvalid, reason: "it is no batch: v, kind or beacons are missing",
                suggestion: "Send a batch as `beaconctl schema` shows.")
        }
        guard batch["node"]?.stringValue == node.description else {
            throw BeaconBusError(
                .messageInvalid, reason: "the batch's node is not that of its topic, \(node)",
                suggestion: "Send batches on the topics of their own node.")
        }
        let journal = batch["journal"]?.stringValue.flatMap { JournalID($0) }
        let oldest = batch["oldest"]?.integerValue
        for value in list {
            guard let entryKind = self.kind(value, of: kind) else { continue }
            guard let beacon = value["beacon"]?.stringValue.flatMap({ BeaconID($0) }),
                let activation = value["activation"]?.stringValue.flatMap({ ActivationID($0) })
            else {
                try body(
                    .failure(
                        BeaconBusError(
                            .messageInvalid, reason: "an entry of the batch has no valid beacon or activation",
                            suggestion: "Send a batch as `beaconctl schema` shows.")))
                continue
            }
            let number = value["entry"]?.integerValue ?? 0
            let age = milliseconds(value["age"]) ?? .zero
            let timeout = milliseconds(value["timeout"]) ?? (kind == .journal ? usualTimeout : age)
            try body(
                .success(
                    JournalledEntry(
                        kind: entryKind, beacon: beacon, activation: activation,
                        place: journal.flatMap { journal in
                            number > 0 ? .init(journal: journal, number: number, oldest: oldest) : nil
                        },
                        isInitial: value["cause"]?.stringValue == BeaconCause.initial.rawValue,
                        sinceFirst: milliseconds(value["sinceFirst"]) ?? age,
                        sinceEnd: entryKind == .inactive ? max(age - timeout, .zero) : .zero)))
        }
    }

    private static func kind(_ entry: JSONValue, of batch: BatchKind) -> JournalledEntry.Kind? {
        let kind = batch == .journal ? entry["kind"]?.stringValue.flatMap(BatchKind.init(rawValue:)) : batch
        switch kind {
        case .active: return .active
        case .inactive: return .inactive
        default: return nil
        }
    }

    private static func milliseconds(_ value: JSONValue?) -> Duration? {
        // Ten years at most, so that no sum overflows.
        value?.integerValue.map { .milliseconds(min(max($0, 0), 315_360_000_000)) }
    }
}
