/// The pcap link types that carry Bluetooth LE (tcpdump.org/linktypes.html), and how to get at the packet in them.
enum LinkType: UInt16, CaseIterable {
    /// H4.
    case h4 = 187
    /// Four bytes of direction, then H4.
    case h4WithDirection = 201
    /// LE link layer from the access address on.
    case linkLayer = 251
    /// Linux monitor: adapter, opcode.
    case monitor = 254
    /// Ten bytes of radio data, then LE link layer.
    case linkLayerWithRadio = 256
    /// Nordic Semiconductor's sniffer.
    case nordic = 272

    /// Access address of advertising.
    private static let advertisingAddress: [UInt8] = [0xd6, 0xbe, 0x89, 0x8e]

    /// Copies the packet out of a record's bytes; nil where it cannot carry advertising.
    func extract(_ bytes: ArraySlice<UInt8>, time: Int64?, into packet: inout [UInt8]) -> RecordedPacket? {
        var record = RecordedPacket(time: time, adapter: nil, kind: .event)
        var rest = bytes
        switch self {
        case .h4:
            guard rest.popFirst() == 0x04 else { return nil }
        case .h4WithDirection:
            rest = rest.dropFirst(4)
            guard rest.popFirst() == 0x04 else { return nil }
        case .monitor:
            guard rest.count >= 4 else { return nil }
            let header = Array(rest.prefix(4))
            guard header[2] == 0 && header[3] == 3 else { return nil }
            record.adapter = UInt16(header[0]) << 8 | UInt16(header[1])
            rest = rest.dropFirst(4)
        case .linkLayer:
            guard rest.starts(with: Self.advertisingAddress) else { return nil }
            rest = rest.dropFirst(4)
            record.kind = .linkLayer(.init())
        case .linkLayerWithRadio:
            guard let info = Self.radio(&rest) else { return nil }
            record.kind = .linkLayer(info)
        case .nordic:
            guard let info = Self.nordic(&rest) else { return nil }
            record.kind = .linkLayer(info)
        }
        packet.replaceSubrange(packet.startIndex..., with: rest)
        return record
    }

    /// RF channel, signal, noise, access address offences, reference access address, flags (little-endian).
    private static func radio(_ rest: inout ArraySlice<UInt8>) -> RecordedPacket.LinkLayerInfo? {
        guard rest.count >= 14 else { return nil }
        let header = Array(rest.prefix(10))
        rest = rest.dropFirst(10)
        let flags = UInt16(header[8]) | UInt16(header[9]) << 8
        // Still whitened data is not readable as it is.
        guard flags & 1 != 0, rest.starts(with: advertisingAddress) else { return nil }
        rest = rest.dropFirst(4)
        var info = RecordedPacket.LinkLayerInfo()
        if flags & 2 != 0 { info.rawRSSI = Int8(bitPattern: header[1]) }
        switch flags >> 14 {
        case 1: info.phy = 2
        case 2:
            info.phy = 3
            // Coded PDUs have their coding indicator after the access address.
            rest = rest.dropFirst()
        default: break
        }
        return info
    }

    /// Header lengths differ between versions of the sniffer, so the access address is searched. Before it stand
    /// length (10), flags, channel, RSSI (as a magnitude), event counter (2) and time (4).
    private static func nordic(_ rest: inout ArraySlice<UInt8>) -> RecordedPacket.LinkLayerInfo? {
        let header = rest.prefix(32)
        guard
            let start = header.indices.first(where: { rest[$0...].starts(with: advertisingAddress) })
        else { return nil }
        var info = RecordedPacket.LinkLayerInfo()
        let hasInfo = start - rest.startIndex >= 10 && rest[start - 10] == 10
        let (flags, magnitude) = hasInfo ? (rest[start - 9], rest[start - 7]) : (0, 128)
        if magnitude <= 127 { info.rawRSSI = -Int8(magnitude) }
        info.phy = flags >> 4 & 7 == 2 ? 3 : flags >> 4 & 7 == 1 ? 2 : 1
        // Coded PDUs have their coding indicator after the access address.
        rest = rest[(start + 4)...].dropFirst(info.phy == 3 ? 1 : 0)
        return info
    }
}

extension LinkType {
    /// The link type of that number, or the error that names what would do.
    static func named(_ number: UInt64, at offset: UInt64) throws(RecordingProblem) -> LinkType {
        guard let type = UInt16(exactly: number).flatMap(LinkType.init(rawValue:)) else {
            let known = allCases.map { String($0.rawValue) }.joined(separator: ", ")
            throw RecordingProblem(
                offset: offset, reason: "link type \(number) is not Bluetooth LE as known here (\(known))",
                suggestion: RecordingProblem.formats)
        }
        return type
    }
}
