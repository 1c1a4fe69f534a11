import Support
import Testing

@testable import Bluetooth

/// The recordings beside the repository, where they are; the counts are those of an independent parser.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SharedRecordingTests {
    struct Expected: Sendable, CustomTestStringConvertible {
        var file: String
        var legacy: Int
        var extended = 0
        var advertisers: Int
        var rssi: ClosedRange<Int8>?

        var testDescription: String { file }
    }

    private static let recordings = [
        Expected(file: "derived_csacca_advonly.btsnoop", legacy: 412, advertisers: 36, rssi: -99 ... -26),
        Expected(file: "hcidump_ttu_2x.txt", legacy: 511, advertisers: 26, rssi: -92 ... -51),
        Expected(file: "derived_hcidump_ttu_2x.btsnoop", legacy: 511, advertisers: 26, rssi: -92 ... -51),
        Expected(
            file: "derived_ble_monitor_events.btsnoop", legacy: 273, extended: 10, advertisers: 119, rssi: -104 ... -16),
        Expected(file: "ll_bostonmesh_adv38_2.pcap", legacy: 5_783, advertisers: 21, rssi: nil),
        Expected(file: "own_btmon_vm.btsnoop", legacy: 69, extended: 854, advertisers: 61, rssi: -104 ... -16),
        Expected(file: "own_hcidump_w.btsnoop", legacy: 69, advertisers: 23, rssi: -98 ... -33),
        Expected(file: "own_hcidump_Rt.txt", legacy: 69, advertisers: 23, rssi: -98 ... -33),
    ]

    @Test("every recording gives its reports, advertisers and range of RSSI", arguments: recordings)
    func recording(expected: Expected) throws {
        let file = try SharedFolder.bytes("data/captures/\(expected.file)")
        let read = ReadRecording(file, name: expected.file)
        #expect(read.error == nil)
        #expect(read.reports.count { !$0.isExtended } == expected.legacy)
        #expect(read.reports.count { $0.isExtended } == expected.extended)
        #expect(Set(read.reports.compactMap(\.address)).count == expected.advertisers)
        let strengths = read.reports.compactMap(\.rssi)
        #expect(strengths.min() == expected.rssi?.lowerBound)
        #expect(strengths.max() == expected.rssi?.upperBound)
        #expect(ReadRecording(file, piece: 1_009).reports == read.reports)
    }

    @Test("the recording with bad CRCs counts them apart; none of its good PDUs is broken")
    func badCRC() throws {
        let read = ReadRecording(try SharedFolder.bytes("data/captures/ll_bostonmesh_adv38_2.pcap"))
        #expect(read.counters.badCRC > 800)
        #expect(read.reports.allSatisfy { report in report.data.withUnsafeBytes { Advertisement($0).problem == nil } })
    }

    @Test("R18: no recording crashes the decode, cut or whole", arguments: recordings)
    func cut(expected: Expected) throws {
        let file = try SharedFolder.bytes("data/captures/\(expected.file)")
        for part in 1..<20 {
            let read = ReadRecording(Array(file.prefix(file.count * part / 20)))
            for report in read.reports { _ = report.data.withUnsafeBytes { Advertisement($0).problem } }
        }
    }
}
