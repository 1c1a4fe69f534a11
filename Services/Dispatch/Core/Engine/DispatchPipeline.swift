package import Schema
import Store

/// The engine without the bus: batches and look-up replies in, messages out. What the benchmark measures.
package struct DispatchPipeline {
    private let engine: DispatchEngine
    private var actions: Int64 = 0
    private var outcomes: Int64 = 0
    private var sequence: UInt64 = 0

    /// Opens the ledger at `path`.
    package init(path: String) throws {
        engine = try DispatchEngine(ledger: try Ledger(path: path), settings: DispatchSettings(), now: .now())
    }

    /// Stores a batch in one commit, asks, takes the answers of `reply` in a second one, and writes the messages that
    /// lead from it.
    ///
    /// - Returns: how many activations got their outcome, and the bytes of their messages.
    package mutating func take(batch: [UInt8], reply: [UInt8], node: NodeID) throws -> (settled: Int, bytes: Int) {
        let now = Instant.now()
        try BatchEntries.read(batch, node: node) { try engine.store($0, from: node, now: now) }
        try engine.commit(now)
        let asked = engine.lookups.next(now, most: 256)
        let answers = try LookupAnswers.read(reply)
        for (key, beacon) in asked {
            guard let answer = answers[beacon.description] else { continue }
            try engine.answer(key, answer, now: now)
        }
        try engine.commit(now)
        var bytes = 0
        for action in try engine.ledger.actions(after: actions, limit: 1000) {
            actions = action.number
            bytes += try message(action).count
        }
        var settled = 0
        for outcome in try engine.ledger.outcomes(after: outcomes, limit: 1000) {
            outcomes = outcome.number
            bytes += try message(outcome).count
            settled += 1
        }
        return (settled, bytes)
    }

    private mutating func message(_ message: LedgerMessage) throws -> [UInt8] {
        sequence += 1
        return try MessageCoder.encode(Head(session: 1, seq: sequence, at: .now()), members: message.body)
    }
}
