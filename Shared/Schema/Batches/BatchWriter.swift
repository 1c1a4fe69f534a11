/// Writes batches by hand, without allocation for an entry (design §4).
///
/// One writer serves one thread for many batches: `begin`, `append` until it says false, `finish`. What it writes is
/// what the Codable form of ``Batch`` means, byte order of keys included.
public final class BatchWriter {
    /// Bytes kept free for the head, which is known only when the message is handed over.
    static let headReserve = 256

    /// Beyond the limit there is room for the longest entry, so that an entry is either whole or taken back.
    private var sink = ByteSink(capacity: MessageCoder.maximumLength + 128 * 1_024)

    /// Entries in the batch under way.
    public private(set) var count = 0

    /// Makes a writer with nothing begun.
    public init() {}

    /// Begins a batch and forgets the one before.
    public func begin(node: NodeID, kind: BatchKind, run: RunID, journal: JournalID? = nil, oldest: Int64? = nil) {
        count = 0
        sink.truncate(to: 0)
        sink.put("\"node\":\"")
        sink.put(plain: node.description)
        sink.put("\",\"kind\":\"")
        sink.put(kind.word)
        sink.put("\",\"run\":\"")
        sink.put(run)
        sink.put(UInt8(ascii: "\""))
        if let journal {
            sink.put(",\"journal\":\"")
            sink.put(hex: journal.value, digits: 16)
            sink.put(UInt8(ascii: "\""))
        }
        if let oldest {
            sink.put(",\"oldest\":")
            sink.put(oldest)
        }
        sink.put(",\"beacons\":[")
    }

    /// Writes one more entry, or says false where it does not fit: 128 entries, 60 KiB. An empty batch takes any entry.
    public func append(_ entry: borrowing BatchEntry) -> Bool {
        guard count < BatchLimits.entries else { return false }
        return append { (sink: inout ByteSink) in Self.write(entry, to: &sink) }
    }

    /// The message, or nil if no entry was written. The body stays: the same batch can be finished again.
    public func finish(_ head: Head) -> [UInt8]? {
        count > 0 ? sink.message(head) : nil
    }

    /// Writes a whole batch.
    ///
    /// - Throws: `messageTooLarge` if it does not fit, `messageInvalid` if it is empty.
    public static func encode(_ head: Head, _ batch: Batch) throws(BeaconBusError) -> [UInt8] {
        let writer = BatchWriter()
        writer.begin(
            node: batch.node, kind: batch.kind, run: batch.run, journal: batch.journal, oldest: batch.oldest)
        for entry in batch.beacons {
            guard writer.append(entry) else {
                throw .tooLarge(writer.sink.count, limit: MessageCoder.maximumLength)
            }
        }
        guard let bytes = writer.finish(head) else { throw .field("beacons", "must not be empty") }
        return bytes
    }

    private func append(_ write: (inout ByteSink) -> Void) -> Bool {
        let start = sink.count
        if count > 0 { sink.put(UInt8(ascii: ",")) }
        write(&sink)
        guard !sink.overflowed, sink.count <= MessageCoder.maximumLength - Self.headReserve else {
            sink.truncate(to: start)
            return false
        }
        count += 1
        return true
    }
}

extension ByteSink {
    /// The head and the body in here as one object, the body's list closed.
    func message(_ head: Head) -> [UInt8] {
        var front = ByteSink(capacity: BatchWriter.headReserve)
        front.put(UInt8(ascii: "{"))
        front.put(head)
        var result: [UInt8] = []
        result.reserveCapacity(front.count + count + 2)
        result.append(contentsOf: front.bytes)
        result.append(contentsOf: bytes)
        result.append(UInt8(ascii: "]"))
        result.append(UInt8(ascii: "}"))
        return result
    }
}
