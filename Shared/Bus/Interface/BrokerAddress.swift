public import Schema

/// Where the broker is.
public struct BrokerAddress: Sendable, Hashable, CustomStringConvertible {
    /// A host name or a numeric address.
    public let host: String
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// `host`, `host:port` or `[address]:port`; without a port `defaultPort`. Throws `configurationInvalid`.
    public init(_ text: String, defaultPort: UInt16 = 1883) throws(BeaconBusError) {
        var host = text[...]
        var port: Substring?
        if host.first == "[", let end = host.firstIndex(of: "]") {
            let rest = host[host.index(after: end)...]
            if rest.first == ":" { port = rest.dropFirst() } else if !rest.isEmpty { port = rest }
            host = host[host.index(after: host.startIndex)..<end]
        } else if let colon = host.firstIndex(of: ":"), host[host.index(after: colon)...].firstIndex(of: ":") == nil {
            port = host[host.index(after: colon)...]
            host = host[..<colon]
        }
        let number = port.map { UInt16($0) } ?? defaultPort
        let clean = host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "/") }
        guard let number, number > 0, !host.isEmpty, host.utf8.count <= 253, clean else {
            throw BeaconBusError(
                .configurationInvalid, "Broker address is not valid",
                reason: "\"\(text.prefix(80))\" is not host:port",
                suggestion: "Use a form like broker.example:8883, 192.0.2.1:1883 or [2001:db8::1]:1883.")
        }
        self.host = String(host)
        self.port = number
    }

    /// Whether it can only be this machine, so that plain text is no danger (R17).
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        // Four numbers: a name that begins with 127. may resolve to anywhere.
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    public var description: String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
