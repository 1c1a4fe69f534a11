/// Reads btsnoop files (RFC 1761 with Bluetooth datalinks): 1001 HCI without type byte, 1002 H4, 2001 Linux monitor.
struct BTSnoopFormat: RecordingFormat {
    static let magic: [UInt8] = Array("btsnoop".utf8) + [0]

    /// Microseconds from year 0 to 1970.
    private static let epoch: Int64 = 0x00dc_ddb3_0f2f_8000
    private static let headerLength = 24

    private enum Datalink: UInt32 {
        case unencapsulated = 1001
        case h4 = 1002
        case monitor = 2001
    }

    private var datalink: Datalink?

    mutating func next(
        _ input: inout RecordingInput, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordingStep {
        if datalink == nil {
            guard try input.has(16, "its 16-byte header") else { return .needsBytes }
            datalink = try readHeader(input)
            input.skip(16)
        }
        if input.isAtEnd { return .ended }
        guard try input.has(Self.headerLength, "a record header") else { return .needsBytes }
        let length = Int(input.number(at: 4, bytes: 4, bigEndian: true))
        guard length <= longestRecord else {
            throw RecordingProblem(
                offset: input.offset, reason: "a record claims \(length) bytes, more than any packet has",
                suggestion: RecordingProblem.damaged)
        }
        guard try input.has(Self.headerLength + length, "a record") else { return .needsBytes }
        let flags = UInt32(truncatingIfNeeded: input.number(at: 8, bytes: 4, bigEndian: true))
        let stamp = Int64(bitPattern: input.number(at: 16, bytes: 8, bigEndian: true))
        var content = input.slice(Self.headerLength..<(Self.headerLength + length))
        defer { input.skip(UInt64(Self.headerLength + length)) }

        var record = RecordedPacket(time: Self.time(stamp), adapter: nil, kind: .event)
        switch datalink {
        case .unencapsulated:
            // Bit 0: received, bit 1: command or event.
            guard flags & 3 == 3 else { return .uninteresting }
        case .h4:
            guard content.popFirst() == 0x04 else { return .uninteresting }
        case .monitor:
            guard flags & 0xffff == 3 else { return .uninteresting }
            record.adapter = UInt16(flags >> 16)
        case nil:
            return .uninteresting
        }
        packet.replaceSubrange(packet.startIndex..., with: content)
        return .packet(record)
    }

    private func readHeader(_ input: RecordingInput) throws(RecordingProblem) -> Datalink {
        let version = input.number(at: 8, bytes: 4, bigEndian: true)
        guard version == 1 else {
            throw RecordingProblem(
                offset: 8, reason: "btsnoop version \(version) is not known", suggestion: RecordingProblem.formats)
        }
        let number = UInt32(truncatingIfNeeded: input.number(at: 12, bytes: 4, bigEndian: true))
        guard let datalink = Datalink(rawValue: number) else {
            throw RecordingProblem(
                offset: 12, reason: "btsnoop datalink \(number) is none of 1001, 1002, 2001",
                suggestion: RecordingProblem.formats)
        }
        return datalink
    }

    /// Nil for stamps so far off that their differences would overflow.
    private static func time(_ stamp: Int64) -> Int64? {
        let (time, overflow) = stamp.subtractingReportingOverflow(epoch)
        return overflow || time.magnitude > 1 << 60 ? nil : time
    }
}
