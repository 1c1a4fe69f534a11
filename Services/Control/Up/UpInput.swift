import Glibc
import ServiceKit

/// What `up` hears where nothing was asked for: the machine's Bluetooth adapter if it has one that may be used, else the
/// simulated site.
enum UpInput {
    /// The input, and a sentence that says why.
    static func choose() -> (input: String, reason: String) {
        guard let adapter = adapter() else {
            return ("sim", "There is no Bluetooth adapter here: the simulated site is heard. See --input.")
        }
        guard mayScan() else {
            return (
                "sim",
                "The Bluetooth adapter \(adapter) may not be used without CAP_NET_RAW and CAP_NET_ADMIN: the simulated "
                    + "site is heard. Try sudo, or see --input."
            )
        }
        return ("hci", "The Bluetooth adapter \(adapter) is heard; --input sim is the simulated site.")
    }

    /// Whether an input is a file that must be there.
    static func isFile(_ input: String) -> Bool {
        input != "sim" && input != "hci" && !["hci:", "hci?", "hci,", "h4:"].contains { input.hasPrefix($0) }
    }

    private static func adapter() -> String? {
        let descriptor = socket(31 /* AF_BLUETOOTH */, Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue), 1)
        guard descriptor >= 0 else { return nil }
        close(descriptor)
        return (0..<16).map { "hci\($0)" }.first { access("/sys/class/bluetooth/\($0)", F_OK) == 0 }
    }

    private static func mayScan() -> Bool {
        let status = (try? FileContents.read("/proc/self/status", limit: 65_536)) ?? []
        return NetworkRights(process: String(decoding: status, as: UTF8.self), line: "CapEff")?.isComplete == true
    }
}
