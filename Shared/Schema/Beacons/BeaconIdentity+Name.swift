/// Identities with a name: the 32 characters fit into the 24 bytes at six bits each (0 ends the name).
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
        for index in 0..<32 {
            let bytes = name.description.utf8
            let code =
                index < bytes.count ? Self.code(bytes[bytes.index(bytes.startIndex, offsetBy: index)]) : 0
            words.0 = words.0 << 6 | words.1 >> 58
            words.1 = words.1 << 6 | words.2 >> 58
            words.2 = words.2 << 6 | code
        }
        self.init(kind: kind, first: words.0, second: words.1, third: words.2)
    }

    /// Gives the characters of a packed name one after the other.
    @inline(__always)
    func withPackedName(_ put: (UInt8) -> Void) {
        var words = (first, second, third)
        for _ in 0..<32 {
            let code = UInt8(words.0 >> 58)
            if code == 0 { return }
            put(Self.character(code))
            words.0 = words.0 << 6 | words.1 >> 58
            words.1 = words.1 << 6 | words.2 >> 58
            words.2 <<= 6
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
