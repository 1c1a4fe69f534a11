import Glibc
import Schema
import ServiceKit

/// `beaconctl up`: everything on this machine, as a demonstration or for trying a recording.
enum UpCommand {
    static let input = Option(
        "input", "SOURCE", .path,
        "What to hear: a recording, sim, hci or h4:HOST:PORT, as the scanner's --source. "
            + "Default: the machine's Bluetooth adapter where the scanner can use it, else sim.")
    static let speed = Option(
        "speed", "N|max",
        .text(expected: "max, or a number such as 1 or 10") { text in
            text == "max" || Double(text).map { $0 > 0 && $0 <= 1_000_000 } ?? false
        }, "How many times faster than recorded. Default: as recorded.")
    static let data = Option(
        "data-dir", "DIR", .path,
        "Where data is kept; used again, work goes on. Default: a new folder, removed at the end.")
    static let register = Option(
        "register", "FILE", .path, "Registrations (CSV or JSON) instead of the examples.")
    static let fleets = Option(
        "fleets", "NAMES", .text(expected: "names of fleets, separated by commas") { !$0.isEmpty },
        "Take in rooms of other fleets too: espresense, theengs, … See beacon-bridge --help.")
    static let fleetBroker = Option(
        "fleet-broker", "HOST:PORT", .text(expected: "host:port") { NetworkAddress($0) != nil },
        "The broker those fleets publish to.")
    static let json = Flag("json", "Show JSON lines.")
    static let exitWhenDone = Flag(
        "exit-when-done", "End when the input has ended and nothing is open, and print a summary.")
    static let programs = Option(
        "programs", "DIR", .path, "Where the services' programs are. Default: beside beaconctl.")
    static let profiles = Option(
        "broker-profiles", "DIR", .path,
        "The folder with the broker's configurations to fill in. Default: deploy/mosquitto.")
    static let open = Flag(
        "open", "A plain broker on loopback that everybody on this machine may use, without certificates.")
    static let examples = Option(
        "examples", "FILE", .path, "The example registrations. Default: deploy/examples/registrations.json.")

    static let command = Command(
        "up", "Runs a whole site on this machine and shows what happens; Ctrl-C ends it.",
        discussion:
            "Makes a site with a closed bus, starts its broker on free loopback ports and all services, registers "
            + "example beacons, lets a node in by the token flow, and feeds the input.",
        options: [
            input, speed, data, register, fleets, fleetBroker, json, exitWhenDone, open, programs, profiles, examples,
        ]
    ) { invocation in
        try await UpRun(try await settings(invocation)).run()
    }

    private static func settings(_ invocation: Invocation) async throws -> UpSettings {
        let programs = try invocation[self.programs] ?? ownFolder()
        var chosen = (input: invocation[input] ?? "", reason: "")
        if chosen.input.isEmpty {
            chosen = await UpInput.choose(programs: programs)
            if !invocation[json] { StandardStream.error.write(chosen.reason + "\n") }
        }
        var settings = UpSettings(
            input: chosen.input, speed: invocation[speed], dataFolder: invocation[data],
            registrations: invocation[register] ?? invocation[examples] ?? "deploy/examples/registrations.json",
            json: invocation[json], exitWhenDone: invocation[exitWhenDone], programs: programs,
            profiles: invocation[profiles] ?? "deploy/mosquitto", isOpen: invocation[open])
        settings.fleets = invocation[fleets]
        settings.fleetBroker = invocation[fleetBroker]
        try check(settings)
        return settings
    }

    /// What can be seen to be missing is said before anything is started.
    private static func check(_ settings: UpSettings) throws {
        if settings.fleets != nil, settings.fleetBroker == nil, !settings.isOpen {
            throw CommandFailure(
                "The closed bus of this site does not let other fleets in. Name the broker they publish to with "
                    + "--fleet-broker.", code: .usage)
        }
        let closed = settings.isOpen ? [] : ["gate", "authority"]
        let bridge = settings.fleets == nil ? [] : ["bridge"]
        for service in closed + bridge + ["metadata", "dispatch", "scanner", "lifecycle"] {
            let path = "\(settings.programs)/beacon-\(service)"
            guard access(path, X_OK) == 0 else {
                throw CommandFailure(
                    "The program \(path) cannot be run: \(SystemError.text(errno)). Build it first: swift build")
            }
        }
        let profile = "\(settings.profiles)/\(settings.isOpen ? "mosquitto.conf.in" : BrokerProfile.name)"
        if let problem = UpInput.problem(settings.input, { access($0, R_OK) == 0 ? 0 : errno }) { throw problem }
        for path in [settings.registrations, profile] {
            guard let path, access(path, R_OK) != 0 else { continue }
            throw CommandFailure("The file \(path) cannot be read: \(SystemError.text(errno)).", code: .noInput)
        }
    }

    /// Where this program lies.
    static func ownFolder() throws -> String {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw CommandFailure("The own folder cannot be told; use --programs.") }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    }
}
