import Glibc
import Support

/// A btsnoop recording in a named pipe, written record by record while it is read.
///
/// A reader that keeps the recorded pace looks one record ahead; so each beacon is followed by a report without one
/// that is due 40 ms later, and the beacon's own stamp lies a little in the past.
final class FedRecording: Sendable {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        guard mkfifo(path, 0o600) == 0 else { throw RowSkipped("no named pipe can be made") }
        // Both ends, so that opening does not wait and reading does not end.
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw RowSkipped("the named pipe cannot be opened") }
        put(Array("btsnoop".utf8) + [0, 0, 0, 0, 1, 0, 0, 0x03, 0xea])
    }

    deinit { close(descriptor) }

    /// One iBeacon report `microseconds` after the release, and the empty one behind it.
    func write(beacon minor: UInt16, at microseconds: Int64) {
        let uuid: [UInt8] = [
            0xb9, 0xf7, 0xe2, 0xc4, 0x3a, 0x1d, 0x4e, 0x58, 0x8c, 0x60, 0x5d, 0x2a, 0x7f, 0x91, 0xe0, 0xff,
        ]
        let beacon =
            [2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15] + uuid
            + [0, 1, UInt8(minor >> 8), UInt8(minor & 0xff), 0xc5]
        put(record(beacon, minor, max(0, microseconds - 10_000)) + record([2, 1, 6], 0xffff, microseconds + 40_000))
    }

    private func record(_ data: [UInt8], _ address: UInt16, _ microseconds: Int64) -> [UInt8] {
        let report =
            [0, 1, UInt8(address & 0xff), UInt8(address >> 8), 0, 0, 0, 0xc0, UInt8(data.count)] + data + [0xc4]
        let event: [UInt8] = [4, 0x3e, UInt8(report.count + 2), 2, 1] + report
        let stamp = UInt64(0x00e2_97f1_0000_0000 + microseconds)
        let length = UInt32(event.count)
        var bytes: [UInt8] = []
        for value in [length, length, 3, 0] { bytes += Self.bytes(UInt64(value), 4) }
        return bytes + Self.bytes(stamp, 8) + event
    }

    private static func bytes(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private func put(_ bytes: [UInt8]) {
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { fatalError("the pipe is full") }
    }
}
