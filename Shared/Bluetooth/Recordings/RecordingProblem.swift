internal import Schema

/// Why a recording cannot be read (on), and where.
struct RecordingProblem: Error, Equatable {
    /// Bytes from the start of the file.
    var offset: UInt64
    /// What is wrong there.
    var reason: String
    /// What to do about it.
    var suggestion: String

    static let damaged = "Use what was read so far, or make the recording again; the rest of this file is unusable."
    static let formats =
        "Give a btsnoop file (btmon -w, hcidump -w), a pcap or pcapng capture of Bluetooth LE, or hcidump -R text."

    func error(in name: String) -> BeaconBusError {
        BeaconBusError(
            .sourceUnreadable, reason: "\(name), byte \(offset): \(reason)", suggestion: suggestion)
    }
}
