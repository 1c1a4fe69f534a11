import Adapters
import Glibc
import Schema
import ServiceKit

/// What `up` hears where nothing was asked for: the machine's Bluetooth adapter where there is one that the scanner can use,
/// else the simulated site.
enum UpInput {
    /// The input, and sentences that say why, with the remedy where it is not the radio. Pure.
    static func choose(_ survey: AdapterSurvey) -> (input: String, reason: String) {
        guard let chosen = survey.chosen, chosen.isUsable else {
            return simulated(
                survey.verdict.map { "\($0.reason). \($0.suggestion)" } ?? "there is no Bluetooth adapter.")
        }
        // Hearing takes the one right, switching the adapter on the other.
        let needed = NetworkRights(raw: true, admin: chosen.state == .off)
        guard let scanner = survey.scanner, scanner.rights.contain(needed) else {
            return simulated(missing(needed, chosen, survey.scanner))
        }
        let off = chosen.state == .off ? ", once it is switched on" : ""
        return ("hci", "The Bluetooth adapter \(chosen.device) is heard\(off); --input sim is the simulated site.")
    }

    /// The same for this machine. Waits for the kernel's answer, which comes at once or, where a driver hangs, not within
    /// ``AdapterInquiry/patience``.
    static func choose(programs: String) async -> (input: String, reason: String) {
        await OwnThread.run(name: "adapters") { choose(AdapterSurvey(.ofThisMachine(programs: programs))) }
    }

    /// What is wrong about an input that was asked for; nil where it may be tried. `trouble` says why a file cannot be read
    /// (errno), or 0.
    static func problem(_ input: String, _ trouble: (String) -> Int32) -> CommandFailure? {
        switch SourceText(input) {
        case .simulation, .live: return nil
        case nil:
            return CommandFailure(
                "--input \(quoted(input)) is none. Expected \(SourceText.forms).", code: .usage)
        case .recording(let path):
            let code = trouble(path)
            guard code != 0 else { return nil }
            let remedy = code == ENOENT ? SourceText.remedy(forMissing: path).map { " \($0)" } : nil
            return CommandFailure(
                "The file \(path) cannot be read: \(SystemError.text(code)).\(remedy ?? "")", code: .noInput)
        }
    }

    private static func simulated(_ why: String) -> (input: String, reason: String) {
        ("sim", "The simulated site is heard, because \(why) For more see: beaconctl adapters.")
    }

    private static func missing(_ needed: NetworkRights, _ adapter: AdapterLine, _ scanner: ScannerProgram?) -> String {
        guard let scanner else { return "beacon-scanner is not there. Build it: swift build." }
        let path = Printable.text(scanner.path, limit: 200)
        let what = adapter.state == .off ? "switch \(adapter.device) on" : "hear \(adapter.device)"
        let remedy =
            scanner.origin == .root
            ? "Start it outside of a container, or give the container both (--cap-add NET_RAW --cap-add NET_ADMIN)."
            : "Give it both: sudo setcap cap_net_raw,cap_net_admin+ep \(path); or as a service: systemd's "
                + "AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN."
        return "\(path) has \(scanner.rights.text), and may not \(what). \(remedy)"
    }
}
