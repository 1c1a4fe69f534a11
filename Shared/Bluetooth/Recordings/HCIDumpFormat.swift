/// Reads the text that `hcidump -R` prints, with or without `-t`: a line per packet, `>` received and `<` sent,
/// longer packets continued on indented lines; header lines are passed over.
struct HCIDumpFormat: RecordingFormat {
    /// hcidump's lines have at most 90 characters.
    private static let longestLine = 1_024
    /// The longest HCI packet hcidump prints by default is 1,500 bytes.
    private static let longestPacket = 8_192

    private var lineNumber: UInt64 = 0
    private var pending: [UInt8] = []
    private var pendingTime: Int64?
    /// Whether the packet being collected was received.
    private var isReceived = false
    private var hasPending = false

    /// Whether text begins like a dump; `text` is the beginning of the file.
    static func recognises(_ text: ArraySlice<UInt8>) -> Bool {
        let line = text.drop { $0 == 0x20 || $0 == 0x0a || $0 == 0x0d || $0 == 0x09 }
        guard let first = line.first else { return false }
        if first == UInt8(ascii: ">") || first == UInt8(ascii: "<") { return true }
        if line.starts(with: "HCI sniffer".utf8) || line.starts(with: "device:".utf8) { return true }
        return HCIDumpTime.parse(line) != nil
    }

    mutating func next(
        _ input: inout RecordingInput, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordingStep {
        if input.isAtEnd { return finish(&packet) ?? .ended }
        let length: Int
        if let end = input.lineFeed(within: Self.longestLine) {
            length = end
        } else if input.available >= Self.longestLine {
            throw problem(input, "is longer than \(Self.longestLine) characters")
        } else {
            guard input.isFinished else { return .needsBytes }
            length = input.available
        }
        lineNumber &+= 1
        var line = input.slice(0..<length)
        if line.last == 0x0d { line = line.dropLast() }
        let step = try read(line, input, &packet)
        input.skip(UInt64(min(length + 1, input.available)))
        return step
    }

    private mutating func read(
        _ line: ArraySlice<UInt8>, _ input: RecordingInput, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordingStep {
        let text = line.drop { $0 == 0x20 || $0 == 0x09 }
        if text.isEmpty || text.starts(with: "HCI sniffer".utf8) || text.starts(with: "device:".utf8) {
            return finish(&packet) ?? .progress
        }
        if line.first == 0x20 || line.first == 0x09 {
            guard hasPending else { throw problem(input, "continues a packet that never began") }
            try append(text, input)
            return .progress
        }
        var rest = text
        var time: Int64?
        if let (stamp, after) = HCIDumpTime.parse(rest) {
            time = stamp
            rest = after
        }
        guard let direction = rest.popFirst(), direction == UInt8(ascii: ">") || direction == UInt8(ascii: "<")
        else { throw problem(input, "is neither a packet nor its continuation") }
        let step = finish(&packet) ?? .progress
        hasPending = true
        isReceived = direction == UInt8(ascii: ">")
        pendingTime = time
        try append(rest, input)
        return step
    }

    /// Hands over the packet collected so far, if it is a received event.
    private mutating func finish(_ packet: inout [UInt8]) -> RecordingStep? {
        guard hasPending else { return nil }
        hasPending = false
        defer { pending.removeAll(keepingCapacity: true) }
        guard isReceived, pending.first == 0x04 else { return .uninteresting }
        packet.replaceSubrange(packet.startIndex..., with: pending.dropFirst())
        return .packet(RecordedPacket(time: pendingTime, adapter: nil, kind: .event))
    }

    private mutating func append(_ text: ArraySlice<UInt8>, _ input: RecordingInput) throws(RecordingProblem) {
        var high: UInt8?
        for character in text {
            if character == 0x20 || character == 0x09 {
                guard high == nil else { throw problem(input, "holds half a byte") }
                continue
            }
            guard let digit = HexDigits.value(character) else { throw problem(input, "is not hexadecimal") }
            if let first = high {
                pending.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw problem(input, "holds half a byte") }
        guard pending.count <= Self.longestPacket else {
            throw problem(input, "makes its packet longer than \(Self.longestPacket) bytes")
        }
    }

    private func problem(_ input: RecordingInput, _ reason: String) -> RecordingProblem {
        RecordingProblem(
            offset: input.offset, reason: "line \(max(lineNumber, 1)) \(reason)",
            suggestion: RecordingProblem.damaged)
    }
}
