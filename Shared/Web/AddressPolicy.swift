/// Which addresses a request may really be connected to, whatever its host's name says: a name can be made to mean
/// any address, also between two look-ups.
public struct AddressPolicy: Sendable, Hashable {
    /// Only these; nil = whatever is reachable all over the internet, nothing private or special.
    public var networks: [IPNetwork]?
    /// Only this machine, as for anything that is not encrypted.
    public var requiresLoopback: Bool

    /// - Parameters:
    ///   - networks: what the operator listed; nil or empty = public addresses.
    ///   - requiresLoopback: in addition.
    public init(networks: [IPNetwork]?, requiresLoopback: Bool = false) {
        self.networks = networks.flatMap { $0.isEmpty ? nil : $0 }
        self.requiresLoopback = requiresLoopback
    }

    /// Why an address may not be connected to, a clause such as "is a private address"; nil if it may.
    public func refusal(of address: IPAddress) -> String? {
        let real = address.embedded ?? address
        // Never a place to connect to; Linux takes the unspecified one for itself.
        for network in Self.never where network.contains(real) { return "is no address to connect to" }
        if requiresLoopback, !Self.isLoopback(real) {
            return "is another machine, which is asked only over https"
        }
        if let networks {
            return networks.contains { $0.contains(address) } ? nil : "is not among the listed addresses"
        }
        if address.embedded != nil { return "is an IPv4 address in IPv6 form" }
        if address.isIPv4 {
            for network in Self.special where network.contains(address) {
                return "is a private or special address (\(network))"
            }
            return nil
        }
        guard Self.global.contains(address) else { return "is not a global IPv6 address" }
        for network in Self.specialGlobal where network.contains(address) {
            return "is a special IPv6 address (\(network))"
        }
        return nil
    }

    /// Whether what is sent there stays on this machine.
    public static func isLoopback(_ address: IPAddress) -> Bool {
        loopback.contains { $0.contains(address) }
    }

    private static func list(_ texts: String...) -> [IPNetwork] { texts.compactMap { IPNetwork($0) } }

    private static let loopback = list("127.0.0.0/8", "::1")
    private static let never = list("0.0.0.0/8", "224.0.0.0/4", "255.255.255.255", "::", "ff00::/8")
    /// RFC 6890 and its registry: what is not reachable from everywhere.
    private static let special = list(
        "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
        "240.0.0.0/4")
    private static let global = IPNetwork(IPAddress(bytes: [0x20] + [UInt8](repeating: 0, count: 15))!, 3)
    /// Within it: protocol assignments with Teredo, documentation, and 6to4, which carries an IPv4 address.
    private static let specialGlobal = list("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
}
