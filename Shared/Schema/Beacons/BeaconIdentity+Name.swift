/// Identities with a name: its 32 characters as digits to the base 39 (0 ends the name), 12 in the first word,
/// 12 in the second and 8 in the upper 56 bits of the third.
extension BeaconIdentity {
    /// A device whose rotating addresses were resolved with the identity resolving key of that name.
    public init(irk name: BeaconName) {
        self.init(kind: .irk, packing: name)
    }

    /// An Eddystone EID that was resolved with the identity key of that name.
    public init(eddystoneEID name: BeaconName) {
        self.init(kind: .eddystoneEIDName, packing: name)
    }

    /// The key's name, of the kinds that have one.
    public var name: BeaconName? {
        guard kind == .irk || kind == .eddystoneEIDName else { return nil }
        return BeaconName(
            String(unsafeUninitializedCapacity: 32) { buffer in
                var length = 0
                withPackedName {
                    buffer[length] = $0; length += 1
                }
                return length
            })
    }

    private init(kind: Kind, packing name: BeaconName) {
        var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
        var bytes = name.description.utf8.makeIterator()
        for index in 0..<32 {
            let code = bytes.next().map(Self.code) ?? 0
            switch index {
            case 0..<12: words.0 = words.0 * 39 + code
            case 12..<24: words.1 = words.1 * 39 + code
            default: words.2 = words.2 * 39 + code
            }
        }
        self.init(kind: kind, first: words.0, second: words.1, third: words.2 << 8)
    }

    /// Gives the characters of a packed name one after the other.
    @inline(__always)
    func withPackedName(_ put: (UInt8) -> Void) {
        let high: UInt64 = 317_475_837_322_472_439  // 39 to the power of 11, and below to that of 7
        let low: UInt64 = 137_231_006_679
        for (word, digits, power) in [(first, 12, high), (second, 12, high), (third >> 8, 8, low)] {
            var power = power
            for _ in 0..<digits {
                let code = UInt8(truncatingIfNeeded: word / power % 39)
                if code == 0 { return }
                put(Self.character(code))
                power /= 39
            }
        }
    }

    private static func code(_ character: UInt8) -> UInt64 {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt64(character - UInt8(ascii: "a")) + 1
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(character - UInt8(ascii: "0")) + 27
        case UInt8(ascii: "_"): 37
        default: 38
        }
    }

    @inline(__always)
    private static func character(_ code: UInt8) -> UInt8 {
        switch code {
        case 1...26: UInt8(ascii: "a") &+ code &- 1
        case 27...36: UInt8(ascii: "0") &+ code &- 27
        case 37: UInt8(ascii: "_")
        default: UInt8(ascii: "-")
        }
    }
}
