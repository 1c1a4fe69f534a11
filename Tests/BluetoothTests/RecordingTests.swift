import Schema
import Testing

@testable import Bluetooth

@Suite struct RecordingTests {
    private typealias Writer = RecordingWriter

    private let addresses = ["c6:05:04:03:02:01", "c6:05:04:03:02:02"]

    @Test("btsnoop 1002: events give reports, other packets do not")
    func btsnoopH4() {
        let read = ReadRecording(
            Writer.btsnoop(
                1002, [(1, 1_000, Writer.event(1)), (2, 2_000, [1, 3, 12, 0]), (1, 3_000, Writer.event(2))]))
        #expect(read.error == nil)
        #expect(read.reports.map(\.address) == addresses)
        #expect(read.reports.map(\.rssi) == [-49, -50])
        #expect(read.times == [1_000, 3_000])
        #expect(read.counters.records == 3 && read.counters.uninteresting == 1 && read.counters.reports == 2)
    }

    @Test("btsnoop 1001: the flags tell events from commands and data")
    func btsnoopUnencapsulated() {
        let event = Array(Writer.event(1).dropFirst())
        let read = ReadRecording(Writer.btsnoop(1001, [(2, 1, [3, 12, 0]), (3, 2, event), (1, 3, event)]))
        #expect(read.reports.count == 1)
        #expect(read.times == [2])
    }

    @Test("btsnoop 2001: monitor events, with the adapter they came from")
    func btsnoopMonitor() {
        let event = Array(Writer.event(1).dropFirst())
        let read = ReadRecording(
            Writer.btsnoop(2001, [(3, 1, event), (1 << 16 | 3, 2, event), (0, 3, event), (1 << 16 | 2, 4, event)]))
        #expect(read.reports.count == 2)
        #expect(read.adapters == [0, 1])
    }

    @Test("pcap 201: both byte orders, both resolutions", arguments: [false, true], [false, true])
    func pcapH4(bigEndian: Bool, nanoseconds: Bool) {
        let read = ReadRecording(
            Writer.pcap(
                201, bigEndian: bigEndian, nanoseconds: nanoseconds,
                [[0, 0, 0, 1] + Writer.event(1), [0, 0, 0, 0, 1, 3, 12, 0], [0, 0, 0, 1] + Writer.event(2)]))
        #expect(read.error == nil)
        #expect(read.reports.map(\.address) == addresses)
        #expect(read.times == [100_000_005, 100_000_005])
    }

    @Test("pcap 251: the CRC is computed, bad ones are counted apart and give no report")
    func linkLayer() {
        let packets = [
            Writer.pdu(1), Writer.pdu(9, spoiled: true), Writer.pdu(2), Writer.pdu(3, type: 3),
            Writer.pdu(4).dropLast(2),
        ].map { Writer.accessAddress + $0 }
        let read = ReadRecording(Writer.pcap(251, packets + [[1, 2, 3, 4] + Writer.pdu(5)]))
        #expect(read.reports.map(\.address) == addresses)
        #expect(read.reports.map(\.rssi) == [nil, nil])
        #expect(read.reports.map(\.addressType) == [1, 1])
        #expect(read.counters.badCRC == 2 && read.counters.otherPDUs == 1 && read.counters.uninteresting == 1)
    }

    @Test("pcap 256: the signal counts where the flags say it is valid; whitened packets are passed over")
    func linkLayerWithRadio() {
        func packet(_ flags: UInt64) -> [UInt8] {
            [0, 0xc4, 0x80, 0, 0, 0, 0, 0] + Writer.little(flags, 2) + Writer.accessAddress + Writer.pdu(1)
        }
        let read = ReadRecording(Writer.pcap(256, [packet(0x0003), packet(0x0001), packet(0x0002)]))
        #expect(read.reports.map(\.rssi) == [-60, nil])
        #expect(read.counters.uninteresting == 1)
    }

    @Test("pcap 272: Nordic's header is stepped over, its signal and PHY read")
    func nordic() {
        func packet(_ flags: UInt8) -> [UInt8] {
            let header: [UInt8] = [1, 25, 0, 2, 7, 0, 6, 10, flags, 37, 60, 0, 0, 1, 2, 3, 4]
            return header + Writer.accessAddress + (flags >> 4 == 2 ? [0] : []) + Writer.pdu(1)
        }
        let short: [UInt8] = [9, 9] + Writer.accessAddress + Writer.pdu(1)
        let read = ReadRecording(Writer.pcap(272, [packet(0x01), packet(0x21), short, [1, 2, 3]]))
        #expect(read.reports.map(\.address) == Array(repeating: addresses[0], count: 3))
        #expect(read.reports.map(\.rssi) == [-60, -60, nil])
        #expect(read.reports.map(\.primaryPHY) == [1, 3, 1])
    }

    @Test("a sniffer's extended PDU gives address, set, power and data", arguments: [false, true])
    func extendedPDU(chained: Bool) throws {
        let flags: UInt8 = 0b0100_1001 | (chained ? 0b1_0000 : 0)
        let fields: [UInt8] = [1, 2, 3, 4, 5, 0xc6, 0x34, 0x72] + (chained ? [0, 0, 0] : []) + [0xf4]
        let payload = [UInt8(fields.count + 1), flags] + fields + [3, 9, 0x61, 0x62]
        let pdu = [0x47, UInt8(payload.count)] + payload
        let crc = pdu.withUnsafeBytes { LinkLayerCRC.compute($0) }
        let read = ReadRecording(Writer.pcap(251, [Writer.accessAddress + pdu + Writer.little(UInt64(crc), 3)]))
        let report = try #require(read.reports.first)
        #expect(report.address == "c6:05:04:03:02:01" && report.addressType == 1)
        #expect(report.advertisingSet == 7 && report.txPower == -12)
        #expect(report.data == [3, 9, 0x61, 0x62])
        #expect(report.status == (chained ? .truncated : .complete))
    }

    @Test("pcapng: both byte orders, unknown blocks passed over, times by the interface's resolution")
    func pcapng() {
        let packets = [[0, 0, 0, 1] + Writer.event(1), [0, 0, 0, 1] + Writer.event(2)]
        for bigEndian in [false, true] {
            let read = ReadRecording(Writer.pcapng(201, bigEndian: bigEndian, packets), piece: 7)
            #expect(read.error == nil)
            #expect(read.reports.map(\.address) == addresses)
            #expect(read.times == [100_000_005, 100_000_005])
        }
        let nanoseconds: [UInt8] = [9, 0, 1, 0, 9, 0, 0, 0]
        #expect(ReadRecording(Writer.pcapng(201, options: nanoseconds, packets)).times == [100_000, 100_000])
        let binary: [UInt8] = [9, 0, 1, 0, 0x80 | 20, 0, 0, 0]
        #expect(ReadRecording(Writer.pcapng(201, options: binary, packets)).times == [95_367_436, 95_367_436])
    }

    @Test("hcidump text: with and without stamps, continued lines, sent packets, a last line without its end")
    func dump() {
        let event = Writer.event(1).map { HexDigits.text([$0]).uppercased() }
        let long = event.prefix(9).joined(separator: " ") + " \n  " + event.dropFirst(9).joined(separator: " ")
        let plain =
            "HCI sniffer - Bluetooth packet analyzer ver 5.66\ndevice: hci0 snap_len: 1500\n< 01 03 0C 00 \n> \(long) \n> \(long)"
        let read = ReadRecording(Array(plain.utf8), piece: 5)
        #expect(read.error == nil)
        #expect(read.reports.map(\.address) == [addresses[0], addresses[0]])
        #expect(read.times == [nil, nil])
        let stamped = "2026-11-30 16:04:13.641794 > \(long)\r\n1970-01-02 00:00:00.000001 > \(long)\r\n"
        #expect(ReadRecording(Array(stamped.utf8)).times == [1_796_054_653_641_794, 86_400_000_001])
    }

    @Test("R18: a file cut anywhere gives what came before and names the place")
    func cut() throws {
        let whole = Writer.btsnoop(1002, [(1, 1, Writer.event(1)), (1, 2, Writer.event(2))])
        let record = 24 + Writer.event(1).count
        for length in 1..<whole.count where length != 16 && length != 16 + record {
            let read = ReadRecording(Array(whole.prefix(length)))
            #expect(read.reports.count == (length > 16 + record ? 1 : 0))
            let error = try #require(read.error, "\(length) bytes")
            #expect(error.code == .sourceUnreadable)
            #expect(error.reason.hasPrefix("test, byte "))
            #expect(!error.suggestion.isEmpty)
        }
    }

    @Test("R18: empty, foreign and impossible files are named errors")
    func unreadable() throws {
        let huge =
            Writer.btsnoop(1002, []) + [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]
            + [UInt8](repeating: 0, count: 16)
        let files: [(String, [UInt8], String)] = [
            ("empty", [], "empty"),
            (
                "garbage", Array("garbage that is long enough to be looked at, and a little longer still".utf8),
                "no recording"
            ),
            ("datalink", Writer.btsnoop(1003, []), "datalink 1003"),
            ("version", BTSnoopFormat.magic + Writer.big(2, 4) + Writer.big(1002, 4), "version 2"),
            ("link type", Writer.pcap(1, []), "link type 1 "),
            ("link type in pcapng", Writer.pcapng(1, [[1, 2, 3, 4]]), "link type 1 "),
            ("length", huge, "claims 4294967295 bytes"),
            ("half a byte", Array("> 04 3E 0".utf8), "line 1 holds half a byte"),
            ("continuation", Array("device: hci0\n  04 3E\n".utf8), "line 2 continues"),
            ("text", Array("> 04 3E 00\nhello\n".utf8), "line 2 is neither"),
        ]
        for (name, file, part) in files {
            let error = try #require(ReadRecording(file, name: name).error, "\(name)")
            #expect(error.code == .sourceUnreadable)
            #expect(error.reason.contains(part) && error.reason.hasPrefix(name), "\(error.reason)")
        }
    }

    @Test("an empty recording of a known format ends properly")
    func noRecords() {
        for file in [
            Writer.btsnoop(1002, []), Writer.pcap(201, []), Writer.pcapng(201, []), Array("device: hci0".utf8),
        ] {
            #expect(ReadRecording(file).error == nil)
        }
    }

    @Test("the CRC of a known PDU is right")
    func crc() {
        // From the specification's bit order: an all-zero two-byte PDU, computed bit by bit.
        func slow(_ bytes: [UInt8]) -> UInt32 {
            var state: UInt32 = 0xaaaaaa
            for byte in bytes {
                for bit in 0..<8 {
                    let feedback = (state & 1) ^ UInt32(byte >> UInt8(bit) & 1)
                    state >>= 1
                    if feedback == 1 { state ^= 0xda6000 }
                }
            }
            return state
        }
        for bytes in [[], [0, 0], [0x42, 0x09, 1, 2, 3, 4, 5, 6, 2, 1, 6], (0...255).map(UInt8.init)] {
            #expect(bytes.withUnsafeBytes { LinkLayerCRC.compute($0) } == slow(bytes))
        }
    }
}
