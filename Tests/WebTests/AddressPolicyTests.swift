import Testing
import Web

@Suite struct AddressPolicyTests {
    @Test(
        "T7: without a list, no address that is not reachable from everywhere may be connected to",
        arguments: [
            "127.0.0.1", "127.255.0.9", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
            "100.64.0.1", "0.0.0.0", "0.1.2.3", "224.0.0.1", "239.255.255.250", "255.255.255.255", "240.0.0.1",
            "192.0.0.8", "192.0.2.1", "198.18.0.1", "198.51.100.7", "203.0.113.1", "192.88.99.1", "::", "::1",
            "fe80::1", "fec0::1", "fc00::1", "fd12:3456::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
            "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "2001:db8::1", "100::1",
            "3fff::1",
        ])
    func refusesSpecialAddresses(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressPolicy(networks: nil).refusal(of: address) != nil)
        #expect(AddressPolicy(networks: []).refusal(of: address) != nil)
    }

    @Test(
        "without a list, public addresses may be connected to",
        arguments: ["8.8.8.8", "93.184.216.34", "172.15.0.1", "172.32.0.1", "2606:2800:220:1::1", "2a00:1450::1"])
    func acceptsPublicAddresses(_ text: String) throws {
        #expect(AddressPolicy(networks: nil).refusal(of: try #require(IPAddress(text))) == nil)
    }

    @Test("T7: with a list, it alone decides, and an IPv4 address in IPv6 form is what it leads to")
    func listDecides() throws {
        let policy = AddressPolicy(networks: ["10.1.0.0/16", "fd00::/8"].compactMap { IPNetwork($0) })
        for text in ["10.1.0.0", "10.1.255.255", "fd00::1", "::ffff:10.1.2.3"] {
            #expect(policy.refusal(of: try #require(IPAddress(text))) == nil, "\(text)")
        }
        for text in ["10.2.0.1", "8.8.8.8", "fc00::1", "::ffff:10.2.0.1", "::ffff:8.8.8.8", "127.0.0.1"] {
            #expect(policy.refusal(of: try #require(IPAddress(text))) != nil, "\(text)")
        }
        let all = AddressPolicy(networks: ["0.0.0.0/0", "::/0"].compactMap { IPNetwork($0) })
        for text in ["0.0.0.0", "::", "::ffff:0.0.0.0", "224.0.0.1", "ff02::1", "255.255.255.255"] {
            #expect(all.refusal(of: try #require(IPAddress(text))) != nil, "\(text)")
        }
    }

    @Test("without TLS only this machine is asked, and only if it is listed")
    func loopbackOnly() throws {
        let listed = AddressPolicy(
            networks: ["127.0.0.0/8", "10.0.0.0/8"].compactMap { IPNetwork($0) }, requiresLoopback: true)
        #expect(listed.refusal(of: try #require(IPAddress("127.0.0.1"))) == nil)
        #expect(listed.refusal(of: try #require(IPAddress("10.0.0.1"))) != nil)
        #expect(
            AddressPolicy(networks: nil, requiresLoopback: true).refusal(of: try #require(IPAddress("127.0.0.1")))
                != nil)
    }

    @Test(
        "a network that is none, or has bits beyond its length, is refused",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/33", "10.0.0.1/8", "10.0.0.0/-1", "10.0.0.0/+8", "::/129", "localhost",
            "10.0.0.0/8/8", " 10.0.0.0/8", "10.0.0.0/0008", "fe80::1%eth0", "010.0.0.1/32",
        ])
    func refusesBadNetworks(_ text: String) {
        #expect(IPNetwork(text) == nil)
    }

    @Test("a network holds exactly the addresses with its leading bits, by comparison with plain arithmetic")
    func networkArithmetic() throws {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<2_000 {
            let length = Int.random(in: 0...32, using: &generator)
            let mask: UInt32 = length == 0 ? 0 : ~0 << UInt32(32 - length)
            let base = UInt32.random(in: 0 ... .max, using: &generator) & mask
            let near = UInt32.random(in: 0 ... .max, using: &generator) & ~mask | base
            let other = base ^ (1 << UInt32.random(in: 0...31, using: &generator))
            let network = try #require(IPNetwork("\(Self.address(base))/\(length)"))
            for value in [base, near, other] {
                #expect(
                    network.contains(Self.address(value)) == (value & mask == base), "\(network) \(Self.address(value))"
                )
            }
        }
    }

    private static func address(_ value: UInt32) -> IPAddress {
        IPAddress(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })!
    }
}
