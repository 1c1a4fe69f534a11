import Testing

@testable import Bluetooth

@Suite struct FragmentTests {
    /// An extended report of one fragment. `status`: 0 complete, 1 more to come, 2 truncated.
    private func event(status: UInt8, set: UInt8 = 1, address: UInt8 = 0, rssi: UInt8 = 0xc4, _ data: [UInt8])
        -> [UInt8]
    {
        let report: [UInt8] =
            [
                status << 5, 0, 1, address, 0x11, 0x22, 0x33, 0x44, 0xc5, 1, 1, set, 0x7f, rssi, 0, 0, 0, 0, 0, 0, 0, 0,
                0,
            ]
            + [UInt8(data.count)] + data
        return [0x3e, UInt8(report.count + 2), 0x0d, 1] + report
    }

    private func parse(_ parser: inout HCIEventParser, _ events: [[UInt8]]) -> [KeptReport] {
        var reports: [KeptReport] = []
        for event in events { parser.parse(event) { reports.append(KeptReport($0)) } }
        return reports
    }

    @Test("R7: fragments of one address and set become one report with the last one's RSSI")
    func reassembly() {
        var parser = HCIEventParser()
        let reports = parse(
            &parser,
            [
                event(status: 1, [1, 2, 3]), event(status: 1, set: 2, [9]), event(status: 1, [4]),
                event(status: 0, rssi: 0xc3, [5, 6]), event(status: 0, set: 2, [8]), event(status: 0, [7]),
            ])
        #expect(reports.map(\.data) == [[1, 2, 3, 4, 5, 6], [9, 8], [7]])
        #expect(reports.map(\.rssi) == [-61, -60, -60])
        #expect(reports.allSatisfy { $0.status == .complete })
    }

    @Test("a report cut short by the controller is delivered as truncated, with what was there")
    func truncated() {
        var parser = HCIEventParser()
        let reports = parse(&parser, [event(status: 1, [1]), event(status: 2, [2]), event(status: 0, [3])])
        #expect(reports.map(\.data) == [[1, 2], [3]])
        #expect(reports.map(\.status) == [.truncated, .complete])
        #expect(parser.counters.truncated == 1)
    }

    @Test("R12: at most 16 advertisements are held; the oldest goes first, counted")
    func bounded() {
        var parser = HCIEventParser()
        let openings = (0..<17).map { event(status: 1, address: $0, [$0]) }
        let endings = (0..<17).map { event(status: 0, address: $0, [0xee]) }
        let reports = parse(&parser, openings + endings)
        #expect(reports.map(\.data) == [[0xee]] + (1..<17).map { [$0, 0xee] })
        #expect(parser.counters.fragmentsDropped == 1)
    }

    @Test("R12: more than 1,650 bytes of one advertisement are given up, counted")
    func oversized() {
        var parser = HCIEventParser()
        let part = [UInt8](repeating: 0, count: 229)
        let reports = parse(&parser, Array(repeating: event(status: 1, part), count: 8) + [event(status: 0, [1])])
        #expect(reports.map(\.data) == [[1]])
        #expect(parser.counters.fragmentsDropped == 8)
    }

    @Test("a legacy report between two fragments is not joined to them")
    func legacyBetween() {
        var parser = HCIEventParser()
        var legacy = event(status: 0, [9])
        legacy[4] = 0x13
        let reports = parse(&parser, [event(status: 1, [1]), legacy, event(status: 0, [2])])
        #expect(reports.map(\.data) == [[9], [1, 2]])
    }

    @Test("fragments are handed over singly where asked for")
    func singly() {
        var parser = HCIEventParser(deliversFragments: true)
        let reports = parse(&parser, [event(status: 1, [1]), event(status: 0, [2])])
        #expect(reports.map(\.data) == [[1], [1, 2]])
        #expect(reports.map(\.status) == [.moreToCome, .complete])
    }
}
