/// Reads pcapng files (IETF draft-ietf-opsawg-pcapng): sections of either byte order, several interfaces.
/// Blocks without packets are skipped without being held.
struct PcapngFormat: RecordingFormat {
    static let magic: [UInt8] = [0x0a, 0x0d, 0x0d, 0x0a]

    private enum Block {
        static let section: UInt64 = 0x0a0d_0d0a
        static let interface: UInt64 = 1
        static let oldPacket: UInt64 = 2
        static let simplePacket: UInt64 = 3
        static let enhancedPacket: UInt64 = 6
    }

    private struct Interface {
        /// Nil for interfaces of other kinds, e.g. Ethernet beside Bluetooth: their packets are passed over.
        var linkType: LinkType?
        var resolution: PcapngResolution
    }

    private static let mostInterfaces = 1_024

    private var bigEndian = false
    private var interfaces: [Interface] = []
    /// The first link type that is of no use here, and where it stands.
    private var foreign: (number: UInt64, offset: UInt64)?
    private var hasUsefulInterface = false

    mutating func next(
        _ input: inout RecordingInput, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordingStep {
        if input.endsInsideSkip { throw damaged(input, "the file ends inside a block") }
        if input.isAtEnd {
            // A recording of something else should say so instead of being silently empty.
            if let foreign, !hasUsefulInterface { _ = try LinkType.named(foreign.number, at: foreign.offset) }
            return .ended
        }
        guard try input.has(12, "a block header") else { return .needsBytes }
        if input.hasPrefix(Self.magic) { try readByteOrder(input) }
        let type = input.number(at: 0, bytes: 4, bigEndian: bigEndian)
        let length = input.number(at: 4, bytes: 4, bigEndian: bigEndian)
        guard length >= 12 && length.isMultiple(of: 4) else {
            throw damaged(input, "a block claims \(length) bytes")
        }
        switch type {
        case Block.section:
            interfaces.removeAll()
        case Block.interface, Block.oldPacket, Block.simplePacket, Block.enhancedPacket:
            guard length <= UInt64(longestRecord) else { throw damaged(input, "a block claims \(length) bytes") }
            guard try input.has(Int(length), "a block") else { return .needsBytes }
            defer { input.skip(length) }
            if type == Block.interface {
                try readInterface(input, Int(length))
                return .progress
            }
            return try readPacket(input, type, Int(length), &packet).map(RecordingStep.packet) ?? .uninteresting
        default:
            break
        }
        input.skip(length)
        return .progress
    }

    private func damaged(_ input: RecordingInput, _ reason: String) -> RecordingProblem {
        RecordingProblem(offset: input.offset, reason: reason, suggestion: RecordingProblem.damaged)
    }

    private mutating func readByteOrder(_ input: RecordingInput) throws(RecordingProblem) {
        switch input.number(at: 8, bytes: 4, bigEndian: true) {
        case 0x1a2b_3c4d: bigEndian = true
        case 0x4d3c_2b1a: bigEndian = false
        default: throw damaged(input, "a section's byte order mark is wrong")
        }
    }

    private mutating func readInterface(_ input: RecordingInput, _ length: Int) throws(RecordingProblem) {
        guard length >= 20 else { throw damaged(input, "an interface description is too short") }
        guard interfaces.count < Self.mostInterfaces else {
            throw damaged(input, "more than \(Self.mostInterfaces) interfaces")
        }
        let number = input.number(at: 8, bytes: 2, bigEndian: bigEndian)
        let linkType = UInt16(exactly: number).flatMap(LinkType.init(rawValue:))
        if linkType == nil && foreign == nil { foreign = (number, input.offset) }
        let options = input.slice(16..<(length - 4))
        hasUsefulInterface = hasUsefulInterface || linkType != nil
        interfaces.append(
            Interface(linkType: linkType, resolution: PcapngResolution(options: options, bigEndian: bigEndian)))
    }

    private func readPacket(
        _ input: RecordingInput, _ type: UInt64, _ length: Int, _ packet: inout [UInt8]
    ) throws(RecordingProblem) -> RecordedPacket? {
        let header = type == Block.simplePacket ? 12 : 28
        guard length >= header + 4 else { throw damaged(input, "a packet block is too short") }
        let room = length - header - 4
        var interface = 0
        var count = room
        if type == Block.simplePacket {
            count = min(room, Int(input.number(at: 8, bytes: 4, bigEndian: bigEndian)))
        } else {
            interface = Int(input.number(at: 8, bytes: type == Block.oldPacket ? 2 : 4, bigEndian: bigEndian))
            count = Int(input.number(at: 20, bytes: 4, bigEndian: bigEndian))
            guard count <= room else { throw damaged(input, "a packet is longer than its block") }
        }
        guard interface < interfaces.count else { throw damaged(input, "a packet of an unknown interface") }
        guard let linkType = interfaces[interface].linkType else { return nil }
        var time: Int64?
        if type != Block.simplePacket {
            let ticks =
                input.number(at: 12, bytes: 4, bigEndian: bigEndian) << 32
                | input.number(at: 16, bytes: 4, bigEndian: bigEndian)
            time = interfaces[interface].resolution.microseconds(ticks)
        }
        return linkType.extract(input.slice(header..<(header + count)), time: time, into: &packet)
    }
}
