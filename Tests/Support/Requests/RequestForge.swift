public import Identity
internal import Schema

/// Makes certificate signing requests out of freely chosen parts and signs them with a P-256 key.
public struct RequestForge: Sendable {
    /// Version 1 is the number 0.
    public var version: [UInt8] = DERWriter.integer(0)
    /// The subject, DER.
    public var subject: [UInt8]
    /// The SubjectPublicKeyInfo, DER.
    public var key: [UInt8]
    /// The attributes, DER of each.
    public var attributes: [[UInt8]] = []
    /// The algorithm named beside the signature; ecdsa-with-SHA256.
    public var algorithm: [UInt8] = DERWriter.sequence(DERWriter.object("1.2.840.10045.4.3.2"))
    /// Who signs.
    public var signer: PrivateKey

    /// An honest request for a name.
    public init(_ name: String, signer: PrivateKey) {
        subject = Self.subject([Self.attribute("2.5.4.3", DERWriter.utf8(name))])
        key = signer.publicKey.der
        self.signer = signer
    }

    /// A changed copy.
    public func with(_ change: (inout RequestForge) -> Void) -> RequestForge {
        var copy = self
        change(&copy)
        return copy
    }

    /// The part that is signed.
    public var info: [UInt8] {
        DERWriter.sequence(version, subject, key, DERWriter.value(0xa0, attributes.flatMap { $0 }))
    }

    /// The request.
    public func der() throws -> [UInt8] {
        DERWriter.sequence(info, algorithm, DERWriter.bits(try signer.sign(info)))
    }

    /// The request as PEM.
    public func pem() throws -> String { Self.pem(try der()) }

    /// Any bytes as a request's PEM.
    public static func pem(_ der: [UInt8], label: String = "CERTIFICATE REQUEST") -> String {
        var lines: [String] = ["-----BEGIN \(label)-----"]
        var rest = Base64.encode(der)[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(64)))
            rest = rest.dropFirst(64)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }

    /// A name of one set for each attribute.
    public static func subject(_ attributes: [[UInt8]]) -> [UInt8] {
        DERWriter.value(0x30, attributes.flatMap { DERWriter.set($0) })
    }

    /// One attribute of a name.
    public static func attribute(_ type: String, _ value: [UInt8]) -> [UInt8] {
        DERWriter.sequence(DERWriter.object(type), value)
    }

    /// The attribute that asks for extensions.
    public static func extensions(_ extensions: [[UInt8]]) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.object("1.2.840.113549.1.9.14"), DERWriter.set(DERWriter.value(0x30, extensions.flatMap { $0 })))
    }

    /// One extension.
    public static func ask(_ type: String, _ value: [UInt8], critical: Bool = false) -> [UInt8] {
        DERWriter.sequence(
            DERWriter.object(type), critical ? DERWriter.value(0x01, [0xff]) : [], DERWriter.octets(value))
    }
}
