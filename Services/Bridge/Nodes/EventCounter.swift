import Schema
import ServiceKit
import Store

/// ``EventNumbers`` with the file that keeps them over restarts. Confined to the bus thread.
final class EventCounter {
    private var numbers: EventNumbers
    private let file: AtomicFile
    private let logger: Logger

    /// 2020-01-01T00:00:00Z, ms since 1970.
    private static let epoch: Int64 = 1_577_836_800_000

    /// Goes on from the file; where there is none, or it holds no number, from the seconds since 2020, which are more than
    /// a bridge without that file can have used.
    init(path: String, now: WallTime, logger: Logger) {
        file = AtomicFile(path: path)
        self.logger = logger
        numbers = EventNumbers(after: Self.read(file) ?? UInt64(max(0, (now.milliseconds - Self.epoch) / 1_000)))
    }

    /// The next number, stored as used before it is given.
    func next() -> Int64 {
        let number = numbers.next()
        guard let ceiling = numbers.due else { return number }
        do {
            try file.write(Array("\(ceiling)\n".utf8))
            numbers.stored(ceiling)
        } catch {
            // Tried again with the next number. Until then a restart would give the same ones again.
            logger.error("numbers of events cannot be stored", .code(error.code.description), .reason(error.reason))
        }
        return number
    }

    private static func read(_ file: AtomicFile) -> UInt64? {
        guard let bytes = try? file.read(limit: 64) else { return nil }
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard !digits.isEmpty, digits.count <= 16 else { return nil }
        return digits.reduce(0) { $0 * 10 + UInt64($1 - 0x30) }
    }
}
