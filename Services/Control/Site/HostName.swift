import Glibc

/// A name or address under which clients find the broker, checked before it goes into a certificate.
struct HostName: Sendable, Hashable, CustomStringConvertible {
    let description: String
    /// Whether it is a numeric address.
    let isAddress: Bool

    /// Nil unless it is an IPv4 or IPv6 address or a DNS name (RFC 1123) without a wildcard.
    init?(_ text: String) {
        var space = in6_addr()
        if inet_pton(AF_INET, text, &space) == 1 || inet_pton(AF_INET6, text, &space) == 1 {
            description = text.lowercased()
            isAddress = true
            return
        }
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.allSatisfy({ Self.isLabel($0.utf8) }),
            labels.last.map({ !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) ?? false
        else { return nil }
        description = text.lowercased()
        isAddress = false
    }

    /// What this machine is called; nil where that is no name for a certificate.
    static var own: HostName? {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        return HostName(String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    /// The names of this machine for itself.
    static let loopback = ["localhost", "127.0.0.1", "::1"].compactMap { HostName($0) }

    private static func isLabel(_ label: Substring.UTF8View) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), hyphen:
                true
            default: false
            }
        }
    }
}
