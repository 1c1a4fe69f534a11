import Foundation
import Support
import Testing

@testable import Bluetooth

/// The collected events beside the repository, where they are.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SharedEventsTests {
    private struct Vector: Decodable {
        struct Report: Decodable {
            var kind: String
            var eventType: UInt8
            var addressType: UInt8
            var address: String?
            var rssi: Int8?
            var data: String
            var legacyPdu: String?
            var primaryPhy: UInt8?
            var secondaryPhy: UInt8?
            var sid: UInt8?
            var txPower: Int8?
            var dataStatus: String?
            var reassembled: String?
        }
        var name: String
        var eventHex: String
        var expect: [Report]
    }

    @Test("R7: every collected HCI event gives its expected reports")
    func events() throws {
        let vectors = try vectors()
        #expect(vectors.count >= 41)
        for vector in vectors {
            var parser = HCIEventParser(deliversFragments: true)
            let reports = parser.reports(String(vector.eventHex.dropFirst(2))).reports
            #expect(reports.count == vector.expect.count, "\(vector.name)")
            for (report, expected) in zip(reports, vector.expect) { check(report, expected, vector.name) }
        }
    }

    @Test("R7: the two collected fragments become the collected whole")
    func fragments() throws {
        let vectors = try vectors()
        var parser = HCIEventParser()
        var reports: [KeptReport] = []
        for vector in vectors where vector.name.hasPrefix("ext/fragment_") {
            reports += parser.reports(String(vector.eventHex.dropFirst(2))).reports
        }
        #expect(reports.map(\.data) == vectors.flatMap(\.expect).compactMap(\.reassembled).map(bytes))
        #expect(reports.count == 1)
    }

    private func vectors() throws -> [Vector] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode([Vector].self, from: Data(SharedFolder.bytes("data/hci_events.json")))
    }

    private func check(_ report: KeptReport, _ expected: Vector.Report, _ name: String) {
        #expect(report.isExtended == (expected.kind == "ext"), "\(name)")
        #expect(report.address == expected.address?.lowercased(), "\(name)")
        #expect(report.addressType == expected.addressType, "\(name)")
        #expect(report.rssi == expected.rssi, "\(name)")
        #expect(report.data == bytes(expected.data), "\(name)")
        let properties: AdvertisingReport.Properties =
            report.isExtended ? .init(rawValue: expected.eventType & 0x1f) : .legacyEvent(expected.eventType)
        #expect(report.properties == properties, "\(name)")
        let statuses: [String: AdvertisingReport.DataStatus] = [
            "complete": .complete, "incomplete_more": .moreToCome, "truncated": .truncated,
        ]
        #expect(report.status == statuses[expected.dataStatus ?? "complete"], "\(name)")
        if let phy = expected.primaryPhy { #expect(report.primaryPHY == phy, "\(name)") }
        if let phy = expected.secondaryPhy { #expect(report.secondaryPHY == phy, "\(name)") }
        if let set = expected.sid { #expect(report.advertisingSet == set, "\(name)") }
        if let power = expected.txPower { #expect(report.txPower == power, "\(name)") }
    }
}
