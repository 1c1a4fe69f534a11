import Bluetooth
import Glibc
import Schema
import ServiceKit
import Testing

@testable import BeaconControl

/// What `up` hears where nothing was asked for.
@Suite struct UpInputTests {
    private static let path = "/usr/bin/beacon-scanner"

    private static func scanner(
        _ raw: Bool, _ admin: Bool, _ origin: ScannerProgram.Origin = .file
    ) -> ScannerProgram {
        ScannerProgram(path: path, rights: NetworkRights(raw: raw, admin: admin), origin: origin)
    }

    private static func choose(
        _ messages: [[UInt8]], _ change: (inout AdapterFacts) -> Void = { _ in }
    ) -> (input: String, reason: String) {
        UpInput.choose(
            AdapterSurveyTests.survey(messages) {
                $0.scanner = scanner(true, true)
                change(&$0)
            })
    }

    private static let on = [AdapterSurveyTests.list(0), AdapterSurveyTests.info(0, address: 1)]
    private static let off = [AdapterSurveyTests.list(0), AdapterSurveyTests.info(0, address: 1, current: [0, 2])]

    @Test(
        "R6: the radio is heard where an adapter is usable and the scanner beside may use it, whoever's rights these are"
    )
    func radio() {
        #expect(Self.choose(Self.on).input == "hci" && Self.choose(Self.off).input == "hci")
        #expect(Self.choose(Self.on).reason.contains("hci0 is heard;"))
        #expect(Self.choose(Self.off).reason.contains("once it is switched on"))
        for origin in [ScannerProgram.Origin.root, .file, .caller] {
            #expect(Self.choose(Self.off) { $0.scanner = Self.scanner(true, true, origin) }.input == "hci")
        }
        // Nothing has to be switched on.
        #expect(Self.choose(Self.on) { $0.scanner = Self.scanner(true, false) }.input == "hci")
        #expect(
            Self.choose(Self.on) {
                $0.scanner = Self.scanner(true, false)
                $0.hasDaemon = true
            }.input == "hci")
        // The other one is not blocked.
        let two = [AdapterSurveyTests.list(0, 1)] + (0..<2).map { AdapterSurveyTests.info($0, address: $0) }
        let another = Self.choose(two) { $0.blocks[0] = RadioBlock(soft: true, hard: false) }
        #expect(another.input == "hci" && another.reason.contains("hci1 is heard"))
    }

    @Test("R6: an adapter that cannot be used is not chosen, and the line says why and what helps")
    func unusable() {
        let cases: [((input: String, reason: String), String, String)] = [
            (Self.choose([AdapterSurveyTests.list()]), "no Bluetooth adapter", "Plug one in"),
            (
                Self.choose([]) {
                    $0.problem = BeaconBusError(
                        .adapterUnsupported, reason: "no Bluetooth here", suggestion: "Load it.")
                }, "because no Bluetooth here.", "Load it."
            ),
            (
                Self.choose(Self.on) { $0.blocks[0] = RadioBlock(soft: true, hard: false) }, "rfkill blocks",
                "rfkill unblock bluetooth"
            ),
            (
                Self.choose(Self.on) { $0.blocks[0] = RadioBlock(soft: true, hard: true) }, "a switch of the machine",
                "radio switch"
            ),
            (
                Self.choose([AdapterSurveyTests.list(0), AdapterSurveyTests.info(0, address: 1, supported: [1, 0])]),
                "hci0 knows no Bluetooth LE", "plug one in"
            ),
            (Self.choose([AdapterSurveyTests.list()]) { $0.present = [0] }, "does not offer hci0", "give it back"),
        ]
        for (chosen, why, remedy) in cases {
            #expect(chosen.input == "sim" && chosen.reason.hasPrefix("The simulated site is heard, because "))
            #expect(chosen.reason.contains(why) && chosen.reason.contains(remedy), "\(chosen.reason)")
        }
    }

    @Test(
        "R6: rights that are missing are named, with setcap and systemd as the remedy; without the scanner there is none"
    )
    func rights() {
        let setcap = "sudo setcap cap_net_raw,cap_net_admin+ep \(Self.path)"
        for origin in [ScannerProgram.Origin.file, .caller] {
            let none = Self.choose(Self.on) { $0.scanner = Self.scanner(false, true, origin) }
            #expect(none.input == "sim" && none.reason.contains("CAP_NET_ADMIN, not CAP_NET_RAW"))
            #expect(none.reason.contains("may not hear hci0") && none.reason.contains(setcap))
            #expect(none.reason.contains("AmbientCapabilities=CAP_NET_RAW CAP_NET_ADMIN"))
        }
        let off = Self.choose(Self.off) { $0.scanner = Self.scanner(true, false) }
        #expect(off.input == "sim" && off.reason.contains("may not switch hci0 on") && off.reason.contains(setcap))
        // Setting them on a file does not help root, whose own were taken away.
        let root = Self.choose(Self.on) { $0.scanner = Self.scanner(false, false, .root) }
        #expect(root.input == "sim" && !root.reason.contains("setcap") && root.reason.contains("container"))
        let absent = Self.choose(Self.on) { $0.scanner = nil }
        #expect(absent.input == "sim" && absent.reason.contains("beacon-scanner is not there"))
    }

    @Test("R6: this machine is asked without any right; without a scanner beside there is nothing to hear it with")
    func thisMachine() async {
        let chosen = await UpInput.choose(programs: "/nowhere")
        #expect(chosen.input == "sim" && chosen.reason.hasPrefix("The simulated site is heard, because "))
    }

    @Test("R6: an input that was asked for and is none is refused with the forms, before anything is started")
    func asked() {
        for input in ["sim", "hci", "hci:hci0?mode=raw", "h4:127.0.0.1:6402", "hci,h4:127.0.0.1:6402"] {
            #expect(UpInput.problem(input) { _ in ENOENT } == nil)
        }
        for input in ["hci:mode=user", "hci:00:11:22:33:44", "h4:/dev/ttyS0@1", "hci,sim"] {
            let problem = UpInput.problem(input) { _ in 0 }
            #expect(problem?.code == .usage && problem?.description.contains("hci:hci0") == true)
        }
        for input in ["hci0", "HCI", "sim,hci"] {
            #expect(UpInput.problem(input) { _ in 0 } == nil)
            let problem = UpInput.problem(input) { _ in ENOENT }
            #expect(problem?.code == .noInput && problem?.description.contains("Write hci, hci:hci0") == true)
        }
        #expect(UpInput.problem("a.btsnoop") { _ in EACCES }?.description.hasSuffix("Permission denied.") == true)
    }
}
