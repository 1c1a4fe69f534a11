/// The bytes of a recording that are read but not yet used up, in bounded memory.
struct RecordingInput {
    private var bytes: [UInt8] = []
    private var start = 0
    /// Bytes still to be thrown away as they come.
    private var pendingSkip: UInt64 = 0
    /// Where the next unused byte stands in the file.
    private(set) var offset: UInt64 = 0
    /// No more bytes will come.
    var isFinished = false

    /// Unused bytes at hand; none while a skip is pending.
    var available: Int { bytes.count - start }

    /// True when everything is used up and nothing more comes.
    var isAtEnd: Bool { isFinished && available == 0 }

    /// True when the file ended inside something that was to be skipped.
    var endsInsideSkip: Bool { isFinished && pendingSkip > 0 }

    mutating func append(_ chunk: UnsafeRawBufferPointer) {
        var chunk = chunk
        if pendingSkip > 0 {
            let skipped = Int(min(pendingSkip, UInt64(chunk.count)))
            pendingSkip -= UInt64(skipped)
            offset &+= UInt64(skipped)
            chunk = UnsafeRawBufferPointer(rebasing: chunk[skipped...])
        }
        if start > 0 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: chunk)
    }

    /// Throws `count` bytes away, also those that have not come yet.
    mutating func skip(_ count: UInt64) {
        let now = Int(min(count, UInt64(available)))
        start += now
        offset &+= UInt64(now)
        pendingSkip = count - UInt64(now)
    }

    /// The byte `index` places after the next one. The caller has checked `available`.
    subscript(index: Int) -> UInt8 { bytes[start + index] }

    /// A number of up to eight bytes. The caller has checked `available`.
    func number(at index: Int, bytes count: Int, bigEndian: Bool) -> UInt64 {
        var value: UInt64 = 0
        for place in 0..<count {
            value = value << 8 | UInt64(self[bigEndian ? index + place : index + count - 1 - place])
        }
        return value
    }

    /// A slice of the unused bytes. The caller has checked `available`.
    func slice(_ range: Range<Int>) -> ArraySlice<UInt8> {
        bytes[(start + range.lowerBound)..<(start + range.upperBound)]
    }

    /// Where the next line feed is, counted from the next byte, looking no further than `limit`.
    func lineFeed(within limit: Int) -> Int? {
        bytes[start..<(start + min(limit, available))].firstIndex(of: UInt8(ascii: "\n")).map { $0 - start }
    }

    func hasPrefix(_ prefix: some Collection<UInt8>) -> Bool { bytes[start...].starts(with: prefix) }
}
