/// Reads pcap files (microseconds or nanoseconds, either byte order) of the link types in `LinkType`.
struct PcapFormat: RecordingFormat {
    private let bigEndian: Bool
    private let nanoseconds: Bool
    private var linkType: LinkType?

    /// Nil where the first four bytes are not pcap's.
    init?(magic: ArraySlice<UInt8>) {
        switch Array(magic) {
        case [0xa1, 0xb2, 0xc3, 0xd4]: (bigEndian, nanoseconds) = (true, false)
        case [0xd4, 0xc3, 0xb2, 0xa1]: (bigEndian, nanoseconds) = (false, false)
        case [0xa1, 0xb2, 0x3c, 0x4d]: (bigEndian, nanoseconds) = (true, true)
        case [0x4d, 0x3c, 0xb2, 0xa1]: (bigEndian, nanoseconds) = (false, true)
        default: return nil
        }
    }

    mutating func next(
        _ input: inout RecordingInput, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordingStep {
        guard let linkType else {
            guard try input.has(24, "its 24-byte header") else { return .needsBytes }
            // The upper bits of the field tell about frame check sequences.
            let number = input.number(at: 20, bytes: 4, bigEndian: bigEndian) & 0x03ff_ffff
            self.linkType = try LinkType.named(number, at: 20)
            input.skip(24)
            return .progress
        }
        if input.isAtEnd { return .ended }
        guard try input.has(16, "a record header") else { return .needsBytes }
        let length = Int(input.number(at: 8, bytes: 4, bigEndian: bigEndian))
        guard length <= longestRecord else {
            throw RecordingProblem(
                offset: input.offset, reason: "a record claims \(length) bytes, more than any packet has",
                suggestion: RecordingProblem.damaged)
        }
        guard try input.has(16 + length, "a record") else { return .needsBytes }
        let seconds = Int64(input.number(at: 0, bytes: 4, bigEndian: bigEndian))
        let fraction = Int64(input.number(at: 4, bytes: 4, bigEndian: bigEndian))
        let time = seconds * 1_000_000 + (nanoseconds ? fraction / 1_000 : fraction)
        let record = linkType.extract(input.slice(16..<(16 + length)), time: time, into: &packet)
        input.skip(UInt64(16 + length))
        return record.map(RecordingStep.packet) ?? .uninteresting
    }
}
