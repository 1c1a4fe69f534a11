/// A host and a port, `host:port` or `[v6]:port`.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    public let host: String
    /// 0 … 65535; 0 means "any free one" where a server listens.
    public let port: UInt16

    public init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port`; nil if the host is empty or has impossible characters, or the port is not 0 … 65535.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = text[..<colon]
        if host.first == "[", host.last == "]" {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        let allowed = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.:%".utf8)
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ allowed.contains($0) }) else { return nil }
        self.init(host: String(host), port: port)
    }

    public var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// Whether what is sent there stays on this machine: `localhost`, `127.…`, `::1`.
    public var isLoopback: Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension ValueType where Value == NetworkAddress {
    /// `host:port`.
    public static var address: ValueType {
        ValueType(
            scalar: "host:port, such as 127.0.0.1:1883", read: { NetworkAddress($0) },
            render: { ScalarText.yaml($0.description) })
    }
}
