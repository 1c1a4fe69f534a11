public import Schema

/// How far a device with a key has counted, to be kept over a restart: what it counted before is a replay then, too.
public struct ReplayMark: Hashable, Sendable {
    /// The device.
    public var address: BluetoothAddress
    /// Which of the schemes that each count on their own.
    var scheme: UInt8
    /// The newest counter.
    var counter: UInt32

    private static let version: UInt8 = 1
    private static let length = 11

    /// Marks as bytes: a version, then 11 bytes each, most significant first.
    public static func bytes(_ marks: [ReplayMark]) -> [UInt8] {
        var bytes = [version]
        bytes.reserveCapacity(1 + marks.count * length)
        for mark in marks {
            for shift in stride(from: 40, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: mark.address.value >> UInt64(shift)))
            }
            bytes.append(mark.scheme)
            for shift in stride(from: 24, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: mark.counter >> UInt32(shift)))
            }
        }
        return bytes
    }

    /// Marks from bytes; nil for anything that `bytes` has not made.
    public static func read(_ bytes: [UInt8]) -> [ReplayMark]? {
        guard bytes.first == version, (bytes.count - 1).isMultiple(of: length) else { return nil }
        return stride(from: 1, to: bytes.count, by: length).map { at in
            let address = bytes[at..<(at + 6)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
            let counter = bytes[(at + 7)..<(at + 11)].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            return ReplayMark(
                address: BluetoothAddress(truncating: address), scheme: bytes[at + 6], counter: counter)
        }
    }
}
