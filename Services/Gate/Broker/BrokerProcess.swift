import CLinux
import Glibc
import Schema
import ServiceKit

/// The broker's process: found by its pid file, looked at before it is told anything.
struct BrokerProcess: Sendable {
    /// What became of a signal.
    enum Outcome: Equatable, Sendable {
        case told
        /// There is none. One that starts from now on reads the files anyway.
        case absent
        /// It is there and does not listen to the signal yet, which would end it.
        case starting
        case refused(BeaconBusError)
    }

    let processFile: String

    /// Has it read its files again: SIGHUP, if the pid file names a mosquitto of our own user, and to nothing else.
    ///
    /// mosquitto takes the signal before whatever wakes it next, and reads the files before it waits again: once told,
    /// no message we send later is carried out while a new connection could still be judged by the old list.
    func reload() -> Outcome { send(SIGHUP) }

    /// Has it end, for whoever looks after it to start it again.
    func end() -> Outcome { send(SIGTERM) }

    /// Whether there is one.
    var isThere: Bool {
        guard let process = number(), let status = ProcessStatus(process) else { return false }
        return status.name == "mosquitto"
    }

    private func send(_ signal: Int32) -> Outcome {
        guard let process = number() else { return .absent }
        // From here on the descriptor means this one process, even if its number is given to another.
        let descriptor = beaconbus_pidfd_open(process)
        guard descriptor >= 0 else {
            return errno == ESRCH
                ? .absent : .refused(Self.refusal("opening process \(process): \(SystemError.text(errno))"))
        }
        defer { close(descriptor) }
        guard let status = ProcessStatus(process), status.name == "mosquitto" else { return .absent }
        guard status.user == geteuid() else {
            return .refused(
                Self.refusal("process \(process) belongs to user \(status.user), and this is user \(geteuid())"))
        }
        guard status.catchesHangup else { return .starting }
        guard beaconbus_pidfd_send_signal(descriptor, signal) == 0 else {
            return errno == ESRCH
                ? .absent : .refused(Self.refusal("signalling \(process): \(SystemError.text(errno))"))
        }
        return .told
    }

    private func number() -> pid_t? {
        guard let bytes = ProcessStatus.read(processFile, limit: 32) else { return nil }
        let digits = bytes.prefix { (0x30...0x39).contains($0) }
        guard let number = pid_t(String(decoding: digits, as: UTF8.self)), number > 1 else { return nil }
        return number
    }

    private static func refusal(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .capabilityMissing, "The broker cannot be told to read its files again", reason: reason,
            suggestion: "Run beacon-gate as the broker's own user, and set gate.pidFile to its pid_file.",
            retryable: true)
    }
}
