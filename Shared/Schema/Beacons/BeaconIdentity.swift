/// Which beacon it is: a fixed-size value without references, made, compared and hashed without allocation.
///
/// 24 bytes: three words, the kind in the lowest byte of the last. The text form is ``BeaconID``.
public struct BeaconIdentity: Hashable, Sendable, BitwiseCopyable {
    /// The identity's kind; the order is that of the wire formats.
    public enum Kind: UInt8, Sendable, Hashable, CaseIterable {
        case iBeacon = 1
        case altBeacon = 2
        case eddystoneUID = 3
        case eddystoneURL = 4
        case eddystoneEID = 5
        case mac = 6
        case irk = 7
        case eddystoneEIDName = 8
    }

    // Big-endian payload, zero padded, so that equal words mean equal identities.
    @usableFromInline let first: UInt64
    @usableFromInline let second: UInt64
    @usableFromInline let third: UInt64

    /// The low byte of `third` must be zero: the kind goes there.
    @inlinable
    init(kind: Kind, first: UInt64, second: UInt64 = 0, third: UInt64 = 0) {
        self.first = first
        self.second = second
        self.third = third | UInt64(kind.rawValue)
    }

    /// Which kind of identity it is.
    @inlinable
    public var kind: Kind {
        // No initialiser lets any other value in.
        Kind(rawValue: UInt8(truncatingIfNeeded: third)) ?? .mac
    }

    @inlinable
    public static func == (left: BeaconIdentity, right: BeaconIdentity) -> Bool {
        (left.first ^ right.first) | (left.second ^ right.second) | (left.third ^ right.third) == 0
    }

    /// An iBeacon, or nil if `uuid` is not 16 bytes.
    @inlinable
    public init?(iBeacon uuid: RawSpan, major: UInt16, minor: UInt16) {
        guard uuid.byteCount == 16 else { return nil }
        self.init(
            kind: .iBeacon, first: Self.word(uuid, 0, 8), second: Self.word(uuid, 8, 8),
            third: UInt64(major) << 48 | UInt64(minor) << 32)
    }

    /// An iBeacon.
    @inlinable
    public init(iBeacon uuid: BeaconUUID, major: UInt16, minor: UInt16) {
        self.init(
            kind: .iBeacon, first: uuid.high, second: uuid.low, third: UInt64(major) << 48 | UInt64(minor) << 32)
    }

    /// An AltBeacon, or nil if the identifier is not 20 bytes.
    @inlinable
    public init?(altBeacon identifier: RawSpan) {
        guard identifier.byteCount == 20 else { return nil }
        self.init(
            kind: .altBeacon, first: Self.word(identifier, 0, 8), second: Self.word(identifier, 8, 8),
            third: Self.word(identifier, 16, 4) << 32)
    }

    /// An AltBeacon by its identifier's bytes as big-endian numbers: 0–7, 8–15, 16–19.
    @inlinable
    public init(altBeacon high: UInt64, _ middle: UInt64, _ low: UInt32) {
        self.init(kind: .altBeacon, first: high, second: middle, third: UInt64(low) << 32)
    }

    /// An Eddystone UID by its bytes as big-endian numbers: namespace 0–7, then namespace 8–9 and the instance.
    @inlinable
    public init(eddystoneUID high: UInt64, _ low: UInt64) {
        self.init(kind: .eddystoneUID, first: high, second: low)
    }

    /// An Eddystone UID, or nil unless the bytes are the 10 of the namespace and the 6 of the instance.
    @inlinable
    public init?(eddystoneUID bytes: RawSpan) {
        guard bytes.byteCount == 16 else { return nil }
        self.init(kind: .eddystoneUID, first: Self.word(bytes, 0, 8), second: Self.word(bytes, 8, 8))
    }

    /// An Eddystone URL by the first 8 bytes of the SHA-256 of its decoded text, as a big-endian number.
    @inlinable
    public init(eddystoneURLHash hash: UInt64) {
        self.init(kind: .eddystoneURL, first: hash)
    }

    /// An Eddystone EID that is not resolved: its 8 bytes as a big-endian number.
    @inlinable
    public init(eddystoneEID value: UInt64) {
        self.init(kind: .eddystoneEID, first: value)
    }

    /// A device by its fixed address: the 6 bytes as a number, most significant first as written.
    @inlinable
    public init(mac address: BluetoothAddress) {
        self.init(kind: .mac, first: address.value << 16)
    }

    /// The format that carries this kind of identity.
    @inlinable
    public var format: BeaconFormat {
        switch kind {
        case .iBeacon: .iBeacon
        case .altBeacon: .altBeacon
        case .eddystoneUID: .eddystone
        case .eddystoneURL: .eddystoneURL
        case .eddystoneEID, .eddystoneEIDName: .eddystoneEID
        case .mac: .mac
        case .irk: .irk
        }
    }

    /// Up to 8 bytes from `offset` as a big-endian number in the high bytes of a word of `length` bytes.
    @inlinable
    static func word(_ bytes: RawSpan, _ offset: Int, _ length: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<(offset + length) {
            value = value << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: index, as: UInt8.self))
        }
        return value
    }
}
