/// The two forms of an ECDSA signature of P-256.
public enum ECDSASignature {
    /// The DER of RFC 3279, 2.2.3, of the 64 bytes r and s of RFC 7518, 3.4; nil for another length.
    public static func der(ofPair pair: [UInt8]) -> [UInt8]? {
        guard pair.count == 64 else { return nil }
        let body = integer(pair[..<32]) + integer(pair[32...])
        return [0x30, UInt8(body.count)] + body
    }

    /// The 64 bytes r and s of a signature in DER; nil where it is none of P-256.
    public static func pair(ofDER der: [UInt8]) -> [UInt8]? {
        guard DER.fault(der) == nil, der.count >= 8, der[0] == 0x30 else { return nil }
        var rest = der[2...]
        var pair: [UInt8] = []
        for _ in 0..<2 {
            guard rest.count >= 2, rest.removeFirst() == 0x02 else { return nil }
            let count = Int(rest.removeFirst())
            guard count <= rest.count else { return nil }
            let digits = rest.prefix(count).drop { $0 == 0 }
            guard digits.count <= 32 else { return nil }
            rest = rest.dropFirst(count)
            pair += [UInt8](repeating: 0, count: 32 - digits.count) + digits
        }
        return rest.isEmpty ? pair : nil
    }

    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = Array(bytes.drop { $0 == 0 })
        // A leading zero keeps it positive; zero itself is one byte.
        if digits.first.map({ $0 >= 0x80 }) ?? true { digits.insert(0, at: 0) }
        return [0x02, UInt8(digits.count)] + digits
    }
}
