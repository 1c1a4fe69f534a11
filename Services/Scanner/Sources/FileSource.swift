import Adapters
import Bluetooth
import Glibc
import Schema

/// A recording, read piece by piece (design §5, recordings).
final class FileSource: ReportSource {
    /// Without time stamps a report counts for 20 ms.
    static let stride: Int64 = 20_000_000

    let name: String
    let kind = SourceKind.recording

    private let path: String
    private var descriptor: Int32 = -1
    private var reader: RecordingReader
    private var chunk = [UInt8](repeating: 0, count: 65_536)
    private var firstStamp: Int64?
    private var time: Int64 = 0
    private var unstamped: Int64 = 0
    private var hasBegun = false

    init(path: String) {
        self.path = path
        name = path.split(separator: "/").last.map(String.init) ?? path
        reader = RecordingReader(name: name)
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    var counters: SourceCounters {
        SourceCounters(
            reports: reader.counters.reports, badCRC: reader.counters.badCRC, malformed: reader.events.malformed,
            impossibleRSSI: reader.events.impossibleRSSI)
    }

    func open() throws(BeaconBusError) {
        guard descriptor < 0 else { return }
        if Self.isTerminal(path) {
            throw BeaconBusError(
                .sourceUnreadable, "This is no recording", reason: "\(path) is a serial line",
                suggestion: "For a controller on it write h4:\(path)@115200, with the speed it has.")
        }
        descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure("opening it", errno) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("reading it", errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw failure("reading it", EISDIR) }
    }

    func advance() throws(BeaconBusError) -> Int64? {
        while true {
            switch try reader.next() {
            case .packet(let packet):
                return move(to: packet.time)
            case .needsBytes:
                try readMore()
            case .ended:
                return nil
            }
        }
    }

    func forEachReport(_ deliver: (AdvertisingReport) -> Void) {
        let before = reader.counters.reports
        reader.forEachReport(deliver)
        unstamped = Self.stride &* Int64(clamping: max(reader.counters.reports &- before, 1))
    }

    /// The record's offset; a clock that goes back stands still here.
    private func move(to stamp: Int64?) -> Int64 {
        if let stamp {
            let first = firstStamp ?? stamp
            firstStamp = first
            let (difference, overflow) = stamp.subtractingReportingOverflow(first)
            if !overflow, difference > 0 {
                let (offset, tooFar) = difference.multipliedReportingOverflow(by: 1_000)
                if !tooFar { time = max(time, offset) }
            }
        } else if hasBegun {
            time = time &+ unstamped
        }
        hasBegun = true
        return time
    }

    private func readMore() throws(BeaconBusError) {
        while true {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure("reading it", errno)
            }
            if count == 0 {
                reader.finish()
            } else {
                chunk.withUnsafeBytes { reader.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            }
            return
        }
    }

    private func failure(_ doing: String, _ code: Int32) -> BeaconBusError {
        let reason = "\(path): \(doing) failed: \(String(cString: strerror(code)))"
        if code == ENOENT, let remedy = SourceText.remedy(forMissing: path) {
            return BeaconBusError(
                .sourceUnreadable, "This is neither a radio nor a recording", reason: reason, suggestion: remedy)
        }
        return BeaconBusError(
            .sourceUnreadable, "The recording cannot be read", reason: reason,
            suggestion: "Give a readable recording, sim for the simulated site, or hci for this machine's adapter.")
    }

    /// Found out without waiting for a carrier, which opening a line may do.
    private static func isTerminal(_ path: String) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return false }
        let line = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard line >= 0 else { return false }
        defer { close(line) }
        return isatty(line) == 1
    }
}
