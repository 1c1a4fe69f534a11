import Schema
import Store

/// When this node last knew its activations to be going on: decides after a restart which of them may go on (D12).
///
/// Written at an orderly end, and once a minute while beacons are active; a hundred bytes, not synchronised, for it only
/// has to outlive the process. After a loss of power it is a minute or more old, which does no harm.
struct AliveFile {
    /// The least time between two writes while beacons are active.
    static let interval: Duration = .seconds(60)

    /// Why the process or the run ended.
    enum Ending: String, Sendable {
        /// It was told to.
        case stopped
        /// It was not, or the run is to go on.
        case restarted
    }

    /// The file.
    let path: String

    /// What was written last; nil where there is nothing to be read.
    func read() -> (stamp: Stamp, ending: Ending)? {
        guard let bytes = try? AtomicFile(path: path).read(limit: 512) else { return nil }
        let parts = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard parts.count == 4, let ending = Ending(rawValue: String(parts[0])), let instant = Int64(parts[2]),
            let wall = Int64(parts[3])
        else { return nil }
        let boot = parts[1] == "-" ? "" : String(parts[1])
        return (
            Stamp(boot: boot, instant: Instant(nanoseconds: instant), wall: WallTime(milliseconds: wall)), ending
        )
    }

    /// Notes that all is well at `stamp`. A failure is none of the scanner's worry: the journal will say the same, louder.
    func write(_ stamp: Stamp, _ ending: Ending) {
        let boot = stamp.boot.isEmpty ? "-" : stamp.boot
        let text = "\(ending.rawValue) \(boot) \(stamp.instant.nanoseconds) \(stamp.wall.milliseconds)\n"
        let padded = text + String(repeating: " ", count: max(0, 128 - text.utf8.count))
        PlainFile.overwrite(path, Array(padded.utf8))
    }
}
