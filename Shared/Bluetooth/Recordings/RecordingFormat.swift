/// One file format: takes records off the input, one at a time.
protocol RecordingFormat {
    /// Tries to take one record. Sets `packet` to its bytes where it is of interest.
    mutating func next(_ input: inout RecordingInput, _ packet: inout [UInt8]) throws(RecordingProblem) -> RecordingStep
}

/// The outcome of trying to take one record.
enum RecordingStep {
    /// An HCI event without its type byte, or a link-layer PDU with CRC but without access address.
    case packet(RecordedPacket)
    /// Something that is no record: a file header, a line of text.
    case progress
    /// A whole record that cannot carry advertising.
    case uninteresting
    /// The record is not complete yet.
    case needsBytes
    /// The recording has come to its proper end.
    case ended
}

/// The longest record any reader holds in memory.
let longestRecord = 262_144

extension RecordingInput {
    /// Whether `count` bytes are there; throws where they will never be.
    func has(_ count: Int, _ what: String) throws(RecordingProblem) -> Bool {
        if available >= count { return true }
        guard isFinished else { return false }
        throw RecordingProblem(
            offset: offset, reason: "the file ends inside \(what): \(available) of \(count) bytes are there",
            suggestion: RecordingProblem.damaged)
    }
}
