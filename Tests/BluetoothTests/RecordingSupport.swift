import Schema

@testable import Bluetooth

/// All a recording gave.
struct ReadRecording {
    var reports: [KeptReport] = []
    var times: [Int64?] = []
    var adapters: Set<UInt16> = []
    var counters = RecordingReader.Counters()
    var error: BeaconBusError?

    var advertisers: Int { Set(reports.map { "\($0.addressType) \($0.address ?? "")" }).count }

    /// Reads a file's bytes in pieces of `piece`.
    init(_ file: [UInt8], name: String = "test", piece: Int = 65_536) {
        var reader = RecordingReader(name: name)
        var rest = file[...]
        do {
            reading: while true {
                switch try reader.next() {
                case .packet(let packet):
                    if let adapter = packet.adapter { adapters.insert(adapter) }
                    reader.forEachReport {
                        reports.append(KeptReport($0))
                        times.append(packet.time)
                    }
                case .needsBytes:
                    if rest.isEmpty {
                        reader.finish()
                    } else {
                        Array(rest.prefix(piece)).withUnsafeBytes { reader.append($0) }
                        rest = rest.dropFirst(piece)
                    }
                case .ended:
                    break reading
                }
            }
        } catch {
            self.error = error
        }
        counters = reader.counters
    }
}

/// Writers of small recordings in every format, after the formats' own documents.
enum RecordingWriter {
    static func big(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }

    static func little(_ value: UInt64, _ count: Int) -> [UInt8] { big(value, count).reversed() }

    /// A legacy report event with its H4 type byte, in which `index` tells the address and the RSSI.
    static func event(_ index: UInt8, data: [UInt8] = [2, 1, 6]) -> [UInt8] {
        let report: [UInt8] = [3, 1, index, 2, 3, 4, 5, 0xc6, UInt8(data.count)] + data + [0xd0 &- index]
        return [4, 0x3e, UInt8(report.count + 2), 2, 1] + report
    }

    static func btsnoop(_ datalink: UInt32, _ records: [(flags: UInt32, time: Int64, bytes: [UInt8])]) -> [UInt8] {
        var file = BTSnoopFormat.magic + big(1, 4)
        file += big(UInt64(datalink), 4)
        for record in records {
            file += big(UInt64(record.bytes.count), 4)
            file += big(UInt64(record.bytes.count), 4)
            file += big(UInt64(record.flags), 4)
            file += big(0, 4)
            file += big(UInt64(bitPattern: record.time &+ 0x00dc_ddb3_0f2f_8000), 8)
            file += record.bytes
        }
        return file
    }

    /// Every packet at 100.000005 s.
    static func pcap(
        _ linkType: UInt32, bigEndian: Bool = false, nanoseconds: Bool = false, _ packets: [[UInt8]]
    ) -> [UInt8] {
        var file: [UInt8] = []
        func put(_ value: UInt64, _ count: Int) { file += bigEndian ? big(value, count) : little(value, count) }
        put(nanoseconds ? 0xa1b2_3c4d : 0xa1b2_c3d4, 4)
        put(2, 2)
        put(4, 2)
        put(0, 8)
        put(65_535, 4)
        put(UInt64(linkType), 4)
        for packet in packets {
            put(100, 4)
            put(nanoseconds ? 5_000 : 5, 4)
            put(UInt64(packet.count), 4)
            put(UInt64(packet.count), 4)
            file += packet
        }
        return file
    }

    /// Every packet at 100,000,005 ticks of the interface; a block of an unknown kind stands before them.
    static func pcapng(
        _ linkType: UInt16, bigEndian: Bool = false, options: [UInt8] = [], _ packets: [[UInt8]]
    ) -> [UInt8] {
        func number(_ value: UInt64, _ count: Int) -> [UInt8] {
            bigEndian ? big(value, count) : little(value, count)
        }
        func block(_ type: UInt64, _ body: [[UInt8]]) -> [UInt8] {
            var padded = Array(body.joined())
            while !padded.count.isMultiple(of: 4) { padded.append(0) }
            let length = number(UInt64(padded.count + 12), 4)
            return Array([number(type, 4), length, padded, length].joined())
        }
        var file = block(0x0a0d_0d0a, [number(0x1a2b_3c4d, 4), number(1, 2), number(0, 2), number(.max, 8)])
        file += block(1, [number(UInt64(linkType), 2), number(0, 2), number(65_535, 4), options])
        file += block(0x0bad, [[UInt8](repeating: 7, count: 300)])
        for packet in packets {
            let length = number(UInt64(packet.count), 4)
            file += block(6, [number(0, 4), number(0, 4), number(100_000_005, 4), length, length, packet])
        }
        return file
    }

    /// A link-layer ADV_NONCONN_IND from header to CRC.
    static func pdu(_ index: UInt8, type: UInt8 = 2, data: [UInt8] = [2, 1, 6], spoiled: Bool = false) -> [UInt8] {
        let pdu: [UInt8] = [type | 0x40, UInt8(6 + data.count), index, 2, 3, 4, 5, 0xc6] + data
        let crc = pdu.withUnsafeBytes { LinkLayerCRC.compute($0) }
        return pdu + little(UInt64(spoiled ? crc ^ 1 : crc), 3)
    }

    static let accessAddress: [UInt8] = [0xd6, 0xbe, 0x89, 0x8e]
}
