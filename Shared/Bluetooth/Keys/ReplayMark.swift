public import Schema

/// How far a device with a key has counted, to be kept over a restart: what it counted before is a replay then, too.
public struct ReplayMark: Hashable, Sendable {
    /// The device.
    public var address: BluetoothAddress
    /// The fingerprint of its key: the counters of another key say nothing.
    var key: UInt32
    /// Which of the schemes that each count on their own.
    var scheme: UInt8
    /// The newest counter.
    var counter: UInt32

    /// Marks of one device at most.
    private static let schemes = SealedFrame.Scheme.allCases.count
    /// The most marks that are kept.
    public static let most = KeyRing.capacity * schemes

    /// What there is one mark of.
    public struct Place: Hashable, Sendable {
        var address: BluetoothAddress
        var scheme: UInt8
    }

    /// What it is the mark of.
    public var place: Place { Place(address: address, scheme: scheme) }

    private static let version: UInt8 = 1
    private static let length = 15

    /// Marks as bytes: a version, then 15 bytes each, most significant first.
    public static func bytes(_ marks: [ReplayMark]) -> [UInt8] {
        var bytes = [version]
        bytes.reserveCapacity(1 + marks.count * length)
        for mark in marks {
            for shift in stride(from: 40, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: mark.address.value >> UInt64(shift)))
            }
            append(mark.key, to: &bytes)
            bytes.append(mark.scheme)
            append(mark.counter, to: &bytes)
        }
        return bytes
    }

    /// Marks from bytes; nil for anything that `bytes` has not made.
    public static func read(_ bytes: [UInt8]) -> [ReplayMark]? {
        guard bytes.first == version, (bytes.count - 1).isMultiple(of: length) else { return nil }
        return stride(from: 1, to: bytes.count, by: length).map { at in
            let address = bytes[at..<(at + 6)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            return ReplayMark(
                address: BluetoothAddress(truncating: address), key: word(bytes, at + 6), scheme: bytes[at + 10],
                counter: word(bytes, at + 11))
        }
    }

    private static func append(_ word: UInt32, to bytes: inout [UInt8]) {
        for shift in stride(from: 24, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
        }
    }

    private static func word(_ bytes: [UInt8], _ at: Int) -> UInt32 {
        bytes[at..<(at + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
