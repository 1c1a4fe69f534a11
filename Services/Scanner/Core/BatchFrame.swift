import Schema

/// What the batches of one node have in common, and how entries are spread over as many messages as they need.
struct BatchFrame {
    var node: NodeID
    var journal: JournalID

    /// Writes entries of one kind and hands over each full message; `publish` gets the writer and how many entries are in.
    func write(
        _ entries: [BatchEntry], kind: BatchKind, run: RunID, oldest: Int64, with writer: BatchWriter,
        publish: (BatchWriter) throws -> Void
    ) rethrows {
        var index = entries.startIndex
        while index < entries.endIndex {
            let isJournalled = kind != .changed
            writer.begin(
                node: node, kind: kind, run: run, journal: isJournalled ? journal : nil,
                oldest: isJournalled ? oldest : nil)
            while index < entries.endIndex, writer.append(entries[index]) { index += 1 }
            // An empty batch takes any entry, so there is always one.
            guard writer.count > 0 else { return }
            try publish(writer)
        }
    }

    /// The whole id of an activation; nil for a counter that no journal gives.
    func activation(_ counter: Int64) -> ActivationID? {
        ActivationID(node: node, journal: journal, counter: counter)
    }
}
