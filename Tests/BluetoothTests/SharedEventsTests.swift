import Foundation
import Support
import Testing

@testable import Bluetooth

/// The collected events beside the repository, where they are.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SharedEventsTests {
    private struct Vector: Decodable {
        struct Report: Decodable {
            var kind: String
            var event_type: UInt8
            var address_type: UInt8
            var address: String?
            var rssi: Int8?
            var data: String
            var legacy_pdu: String?
            var primary_phy: UInt8?
            var secondary_phy: UInt8?
            var sid: UInt8?
            var tx_power: Int8?
            var data_status: String?
            var reassembled: String?
        }
        var name: String
        var event_hex: String
        var expect: [Report]
    }

    @Test("R7: every collected HCI event gives its expected reports")
    func events() throws {
        let file = try Data(SharedFolder.bytes("data/hci_events.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: file)
        #expect(vectors.count >= 41)
        for vector in vectors {
            var parser = HCIEventParser(deliversFragments: true)
            let reports = parser.reports(String(vector.event_hex.dropFirst(2))).reports
            #expect(reports.count == vector.expect.count, "\(vector.name)")
            for (report, expected) in zip(reports, vector.expect) { check(report, expected, vector.name) }
        }
    }

    @Test("R7: the two collected fragments become the collected whole")
    func fragments() throws {
        let file = try Data(SharedFolder.bytes("data/hci_events.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: file)
        var parser = HCIEventParser()
        var reports: [KeptReport] = []
        for vector in vectors where vector.name.hasPrefix("ext/fragment_") {
            reports += parser.reports(String(vector.event_hex.dropFirst(2))).reports
        }
        #expect(reports.map(\.data) == vectors.flatMap(\.expect).compactMap(\.reassembled).map(bytes))
        #expect(reports.count == 1)
    }

    private func check(_ report: KeptReport, _ expected: Vector.Report, _ name: String) {
        #expect(report.isExtended == (expected.kind == "ext"), "\(name)")
        #expect(report.address == expected.address?.lowercased(), "\(name)")
        #expect(report.addressType == expected.address_type, "\(name)")
        #expect(report.rssi == expected.rssi, "\(name)")
        #expect(report.data == bytes(expected.data), "\(name)")
        let properties: AdvertisingReport.Properties =
            report.isExtended ? .init(rawValue: expected.event_type & 0x1f) : .legacyEvent(expected.event_type)
        #expect(report.properties == properties, "\(name)")
        let statuses: [String: AdvertisingReport.DataStatus] = [
            "complete": .complete, "incomplete_more": .moreToCome, "truncated": .truncated,
        ]
        #expect(report.status == statuses[expected.data_status ?? "complete"], "\(name)")
        if let phy = expected.primary_phy { #expect(report.primaryPHY == phy, "\(name)") }
        if let phy = expected.secondary_phy { #expect(report.secondaryPHY == phy, "\(name)") }
        if let set = expected.sid { #expect(report.advertisingSet == set, "\(name)") }
        if let power = expected.tx_power { #expect(report.txPower == power, "\(name)") }
    }
}
