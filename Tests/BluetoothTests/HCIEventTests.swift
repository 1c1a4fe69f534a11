import Testing

@testable import Bluetooth

@Suite struct HCIEventTests {
    private let beacon = "0201061aff4c000215f7826da64fa24e988024bc5b71e0893e00010002c5"

    @Test("R7: an event with two legacy reports gives both, in order")
    func twoLegacyReports() {
        var parser = HCIEventParser()
        let (reports, problem) = parser.reports(
            "3e39 02 02 00 01 665544332211 1e \(beacon) c4 04 00 010203040506 05 0409616263 b9")
        #expect(problem == nil)
        #expect(reports.map(\.address) == ["11:22:33:44:55:66", "06:05:04:03:02:01"])
        #expect(reports.map(\.rssi) == [-60, -71])
        #expect(reports.map(\.data) == [bytes(beacon), bytes("0409616263")])
        #expect(reports[0].properties == [.connectable, .scannable, .legacy])
        #expect(reports[1].properties == [.scanResponse, .scannable, .legacy])
        #expect(parser.counters.reports == 2)
    }

    @Test("R11: RSSI 127 is absent, an impossible one is absent and counted")
    func rssiAbsent() {
        var parser = HCIEventParser()
        #expect(parser.reports("3e0c 02 01 03 01 010203040506 00 7f").reports.first?.rssi == .some(nil))
        #expect(parser.counters.impossibleRSSI == 0)
        for impossible in ["15", "7e", "80"] {
            let reports = parser.reports("3e0c 02 01 03 01 010203040506 00 \(impossible)").reports
            #expect(reports.first?.rssi == .some(nil))
        }
        #expect(parser.counters.impossibleRSSI == 3)
        #expect(parser.reports("3e0c 02 01 03 01 010203040506 00 14").reports.first?.rssi == 20)
    }

    @Test("R7: an extended report gives PHYs, set and transmit power")
    func extendedReport() throws {
        var parser = HCIEventParser()
        let (reports, _) = parser.reports(
            "3e1e 0d 01 0100 00 665544332211 03 03 07 f4 9b 0000 00 000000000000 04 03096162")
        let report = try #require(reports.first)
        #expect(report.isExtended)
        #expect(report.properties == [.connectable])
        #expect(report.primaryPHY == 3 && report.secondaryPHY == 3 && report.advertisingSet == 7)
        #expect(report.txPower == -12 && report.rssi == -101)
        #expect(report.data == bytes("03096162"))
    }

    @Test("R7: bits that Broadcom controllers leave in reserved places are masked")
    func broadcom() throws {
        var parser = HCIEventParser()
        let reports = parser.reports(
            "3e1a 0d 01 1325 01 665544332211 21 f0 ff 7f c7 0000 00 000000000000 00"
        ).reports
        let report = try #require(reports.first)
        #expect(report.properties == [.connectable, .scannable, .legacy])
        #expect(report.primaryPHY == 1 && report.secondaryPHY == 0)
        #expect(report.status == .complete)
    }

    @Test("an anonymous advertiser has no address")
    func anonymous() {
        var parser = HCIEventParser()
        let reports = parser.reports(
            "3e1a 0d 01 0000 ff 665544332211 01 01 09 7f ba 0000 00 000000000000 00"
        ).reports
        #expect(reports.count == 1)
        #expect(reports.first?.address == nil)
    }

    @Test(
        "R18: a broken event keeps the reports before the broken place and says what is broken",
        arguments: [
            ("", 0, HCIEventProblem.headerTruncated),
            ("3e", 0, .headerTruncated),
            ("3e0c 02 01 03 01 010203040506 00", 0, .parametersTruncated),
            ("3e00", 0, .subeventTruncated),
            ("3e01 02", 0, .subeventTruncated),
            ("3e01 0d", 0, .subeventTruncated),
            ("3e0c 02 02 03 01 010203040506 00 c4", 1, .reportMissing),
            ("3e0c 02 01 03 01 010203040506 01 c4", 0, .dataTruncated),
            ("3e02 0d 01", 0, .reportMissing),
            ("3e1a 0d 01 0000 00 665544332211 01 01 09 7f ba 0000 00 000000000000 01", 0, .dataTruncated),
        ])
    func broken(hex: String, count: Int, expected: HCIEventProblem) {
        var parser = HCIEventParser()
        let (reports, problem) = parser.reports(hex)
        #expect(reports.count == count)
        #expect(problem == expected)
        #expect(parser.counters.malformed == 1)
    }

    @Test(
        "other events carry no reports and are no error", arguments: ["0e04010c2000", "100101", "3e020200", "3e0103"])
    func otherEvents(hex: String) {
        var parser = HCIEventParser()
        let (reports, problem) = parser.reports(hex)
        #expect(reports.isEmpty)
        #expect(problem == nil)
    }

    @Test("R18: no prefix of a good event and no single changed byte crashes")
    func mutations() {
        let good = bytes("3e39 02 02 00 01 665544332211 1e \(beacon) c4 04 00 010203040506 05 0409616263 b9")
        var parser = HCIEventParser()
        for length in 0..<good.count { parser.parse(good.prefix(length)) { _ = Advertisement($0.data) } }
        for index in good.indices {
            for value in [0, 1, 0x0d, 0x7f, 0x80, 0xff] as [UInt8] {
                var changed = good
                changed[index] = value
                parser.parse(changed) { _ = Advertisement($0.data) }
            }
        }
        #expect(parser.counters.events == UInt64(good.count * 7))
    }
}
