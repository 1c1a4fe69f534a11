package import Schema

/// The own retained topics, those cleared lately included, and their paced restoring after a CONNACK (R8). Pure.
package struct RetainedTable {
    /// Makes the payload with a fresh head; nil stands for a cleared topic.
    package typealias Encoder = (Head) throws -> [UInt8]

    private struct Entry {
        var encode: Encoder?
        /// The connection it was last sent in.
        var sentIn: UInt64
        var order: UInt64
    }

    private var entries: [String: Entry] = [:]
    private var nextOrder: UInt64 = 0
    /// Cleared topics, oldest first; those set again since are skipped.
    private var cleared = Deque<(path: String, order: UInt64)>()
    private var clearedCount = 0
    private var pending = Deque<String>()
    private var nextRestore: Instant?
    private let greatestCount: Int
    private let step: Int64

    /// Cleared topics remembered: a broker may come back with an old disk and bring them to life again (R14).
    package static let greatestCleared = 1_024

    package init(limits: BusLimits) {
        greatestCount = limits.retainedTopics
        step = 1_000_000_000 / Int64(max(1, limits.restoreRate))
    }

    package var count: Int { entries.count }

    /// Whether a topic fits in addition.
    package func hasRoom(for path: String) -> Bool {
        entries.count < greatestCount || entries[path] != nil
    }

    /// Sets what the topic holds; `connection` is the connection it is sent in right away, 0 = none.
    package mutating func set(_ path: String, _ encode: @escaping Encoder, sentIn connection: UInt64) {
        if let old = entries[path], old.encode == nil { clearedCount -= 1 }
        entries[path] = Entry(encode: encode, sentIn: connection, order: nextOrder)
        nextOrder += 1
    }

    /// The topic holds nothing any more.
    package mutating func clear(_ path: String, sentIn connection: UInt64) {
        if entries[path]?.encode != nil || entries[path] == nil { clearedCount += 1 }
        entries[path] = Entry(encode: nil, sentIn: connection, order: nextOrder)
        cleared.append((path, nextOrder))
        nextOrder += 1
        while clearedCount > Self.greatestCleared || cleared.count > 4 * Self.greatestCleared,
            let oldest = cleared.popFirst()
        {
            if let entry = entries[oldest.path], entry.encode == nil, entry.order == oldest.order {
                entries[oldest.path] = nil
                clearedCount -= 1
            }
        }
    }

    /// Forgets all topics whose path begins with `prefix`.
    package mutating func release(under prefix: String) {
        for (path, entry) in entries where path.hasPrefix(prefix) {
            if entry.encode == nil { clearedCount -= 1 }
            entries[path] = nil
        }
    }

    /// Whether the topic is set and was not yet sent in this connection.
    package func isDue(_ path: String, in connection: UInt64) -> Bool {
        guard let entry = entries[path] else { return false }
        return entry.encode != nil && entry.sentIn != connection
    }

    /// A connection is ready: everything not yet sent in it becomes due, in order of setting, after `jitter`.
    package mutating func beginRestore(in connection: UInt64, at start: Instant) {
        _ = pending.removeAll()
        let due = entries.filter { $0.value.sentIn != connection }.sorted { $0.value.order < $1.value.order }
        for (path, _) in due { pending.append(path) }
        nextRestore = pending.isEmpty ? nil : start
    }

    /// The connection is over.
    package mutating func endRestore() {
        _ = pending.removeAll()
        nextRestore = nil
    }

    /// When ``takeDue(_:in:)`` has something.
    package var deadline: Instant? { nextRestore }

    /// How many topics are still to be restored.
    package var pendingCount: Int { pending.count }

    /// The topics to send now, at most ten, so that the rate holds over each 20 ms at 500/s.
    package mutating func takeDue(_ now: Instant, in connection: UInt64) -> [(path: String, encode: Encoder?)] {
        guard let start = nextRestore, now >= start else { return [] }
        var due: [(path: String, encode: Encoder?)] = []
        while due.count < 10, let path = pending.popFirst() {
            guard let entry = entries[path], entry.sentIn != connection else { continue }
            entries[path]?.sentIn = connection
            due.append((path, entry.encode))
        }
        nextRestore = pending.isEmpty ? nil : now.advanced(byNanoseconds: step * Int64(max(1, due.count)))
        return due
    }

    /// Takes one topic for sending in this connection.
    package mutating func take(_ path: String, in connection: UInt64) -> Encoder? {
        guard let encode = entries[path]?.encode else { return nil }
        entries[path]?.sentIn = connection
        return encode
    }
}
