import Bluetooth
import Schema

/// Recordings of every format, given in pieces whose size the first byte tells; the outcome must not depend on it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRecordings(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: start, count: count)
    let file = UnsafeRawBufferPointer(rebasing: bytes[1...])
    let whole = read(file, piece: file.count)
    let pieces = read(file, piece: Int(bytes[0]) + 1)
    precondition(whole == pieces)
    return 0
}

private struct Outcome: Equatable {
    var counters = RecordingReader.Counters()
    var reason: String?
    var checksum: UInt8 = 0
}

private func read(_ file: UnsafeRawBufferPointer, piece: Int) -> Outcome {
    var outcome = Outcome()
    var reader = RecordingReader(name: "fuzz")
    var at = 0
    do {
        while true {
            switch try reader.next() {
            case .packet:
                reader.forEachReport { report in
                    outcome.checksum = report.data.reduce(outcome.checksum, &+)
                    decoder.decode(report) { sighting in
                        if let name = sighting.name { outcome.checksum = name.reduce(outcome.checksum, &+) }
                    }
                }
            case .needsBytes:
                guard at < file.count else {
                    reader.finish()
                    continue
                }
                let end = min(at + piece, file.count)
                reader.append(UnsafeRawBufferPointer(rebasing: file[at..<end]))
                at = end
            case .ended:
                outcome.counters = reader.counters
                return outcome
            }
        }
    } catch {
        outcome.counters = reader.counters
        outcome.reason = error.reason
        return outcome
    }
}

/// One for all executions: making its table of URLs anew each time would take most of the time.
nonisolated(unsafe) var decoder = SightingDecoder()
