/// Writes readings by hand, as ``BatchWriter`` does batches.
public final class ReadingsWriter {
    private var sink = ByteSink(capacity: MessageCoder.maximumLength + 1_024)

    /// Entries in the message under way.
    public private(set) var count = 0

    /// Makes a writer with nothing begun.
    public init() {}

    /// Begins a message and forgets the one before.
    public func begin(node: NodeID, run: RunID) {
        count = 0
        sink.truncate(to: 0)
        sink.put("\"node\":\"")
        sink.put(plain: node.description)
        sink.put("\",\"run\":\"")
        sink.put(run)
        sink.put("\",\"beacons\":[")
    }

    /// Writes one more entry, or says false where it does not fit: 512 entries, 60 KiB.
    public func append(_ entry: borrowing ReadingEntry) -> Bool {
        guard count < BatchLimits.readings else { return false }
        let start = sink.count
        sink.put(count > 0 ? ",{\"beacon\":\"" : "{\"beacon\":\"")
        sink.put(entry.beacon.identity)
        sink.put("\",\"activation\":\"")
        sink.put(entry.activation)
        sink.put("\"")
        if let rssi = entry.rssi { sink.put(",\"rssi\":", rssi) }
        if let distance = entry.distance { sink.put(",\"distance\":", distance) }
        sink.put(",\"zone\":\"", word: entry.zone.word)
        sink.put(",\"samples\":", entry.samples)
        sink.put(",\"age\":", entry.age)
        sink.put("}")
        guard !sink.overflowed, sink.count <= MessageCoder.maximumLength - BatchWriter.headReserve else {
            sink.truncate(to: start)
            return false
        }
        count += 1
        return true
    }

    /// The message, or nil if no entry was written.
    public func finish(_ head: Head) -> [UInt8]? {
        count > 0 ? sink.message(head) : nil
    }
}
