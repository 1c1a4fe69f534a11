import Testing

@testable import BeaconControl

@Suite struct NetworkRightsTests {
    private static let both = NetworkRights(raw: true, admin: true)

    @Test("R6: the capabilities of a program's file, as setcap writes them")
    func file() {
        // cap_net_raw,cap_net_admin+ep; then without "e"; then cap_net_raw+ep of revision 3, and broken ones.
        let whole: [UInt8] = [1, 0, 0, 2, 0, 0x30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        #expect(NetworkRights(attribute: whole) == Self.both)
        #expect(NetworkRights(attribute: [0] + whole.dropFirst()) == nil)
        let third: [UInt8] = [1, 0, 0, 3, 0, 0x20] + [UInt8](repeating: 0, count: 18)
        #expect(NetworkRights(attribute: third) == NetworkRights(raw: true, admin: false))
        for count in 0..<12 { #expect(NetworkRights(attribute: Array(whole.prefix(count))) == nil) }
        #expect(NetworkRights(attribute: [1, 0, 0, 9] + whole.dropFirst(4)) == nil)
    }

    @Test("R6: the capabilities of a process")
    func process() {
        let status = "Name:\tx\nCapInh:\t0000000000000000\nCapEff:\t0000000000003000\nCapBnd:\t000001ffffffdfff\n"
        #expect(NetworkRights(process: status, line: "CapEff") == Self.both)
        #expect(NetworkRights(process: status, line: "CapBnd") == NetworkRights(raw: false, admin: true))
        #expect(NetworkRights(process: status, line: "CapInh") == NetworkRights(raw: false, admin: false))
        #expect(NetworkRights(process: status, line: "CapAmb") == nil)
        #expect(NetworkRights(process: "CapEff:\t\n", line: "CapEff") == nil)
    }

    @Test("R6: what a unit gives; an empty setting forgets those before it")
    func unit() {
        #expect(NetworkRights(unit: "[Service]\nAmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN\n") == Self.both)
        #expect(
            NetworkRights(unit: "AmbientCapabilities=CAP_NET_RAW\nAmbientCapabilities=CAP_NET_ADMIN\n") == Self.both)
        let emptied = "AmbientCapabilities=CAP_NET_ADMIN\nAmbientCapabilities=\nAmbientCapabilities=CAP_NET_RAW"
        #expect(NetworkRights(unit: emptied) == NetworkRights(raw: true, admin: false))
        #expect(NetworkRights(unit: "#AmbientCapabilities=CAP_NET_RAW\n") == NetworkRights(raw: false, admin: false))
        #expect(NetworkRights(raw: false, admin: true).text == "CAP_NET_ADMIN, not CAP_NET_RAW")
    }
}
