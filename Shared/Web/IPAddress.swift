internal import Glibc

/// An IPv4 or IPv6 address. An IPv4 address in IPv6 form (`::ffff:a.b.c.d`) stays what it is written as; see
/// ``embedded``.
public struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes in network order.
    public let bytes: [UInt8]

    /// Nil unless there are 4 or 16.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads dotted decimal or RFC 4291 text; nil for anything else, a name or a zone too.
    public init?(_ text: String) {
        var four = in_addr()
        if inet_pton(AF_INET, text, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
            return
        }
        var six = in6_addr()
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        bytes = withUnsafeBytes(of: six) { Array($0) }
    }

    /// Whether it has 32 bits.
    public var isIPv4: Bool { bytes.count == 4 }

    /// The IPv4 address that the kernel connects to in place of an IPv4-mapped one; nil for any other.
    public var embedded: IPAddress? {
        guard bytes.count == 16, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff else {
            return nil
        }
        return IPAddress(bytes: Array(bytes[12...]))
    }

    /// The usual text form.
    public var description: String {
        var text = [CChar](repeating: 0, count: 64)
        let result = bytes.withUnsafeBytes {
            inet_ntop(isIPv4 ? AF_INET : AF_INET6, $0.baseAddress, &text, socklen_t(text.count))
        }
        return result == nil ? "?" : String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }
}
