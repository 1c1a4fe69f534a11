import Bluetooth
import Schema
import ServiceKit
import Testing

@testable import BeaconControl

/// What `beaconctl adapters` says, from the kernel's own bytes.
@Suite struct AdapterSurveyTests {
    /// The answer to "read info" (BlueZ mgmt-api): address, version, manufacturer, settings, class, names.
    static func info(
        _ index: UInt8, address: UInt8, supported: [UInt8] = [1, 2], current: [UInt8] = [1, 2], name: [UInt8] = []
    ) -> [UInt8] {
        let names = name + [UInt8](repeating: 0, count: 260 - name.count)
        let body =
            [4, 0, 0, address, 0x22, 0x33, 0x44, 0x55, 0x66, 0x0a, 0x5d, 0] + supported + [0, 0] + current + [0, 0]
            + [0, 0, 0] + names
        return [1, 0, index, 0, UInt8(body.count & 0xff), UInt8(body.count >> 8)] + body
    }

    static func list(_ indices: UInt8...) -> [UInt8] {
        let count = UInt8(indices.count)
        return [1, 0, 0xff, 0xff, 5 + 2 * count, 0, 3, 0, 0, count, 0] + indices.flatMap { [$0, 0] }
    }

    static func facts(_ messages: [[UInt8]]) -> AdapterFacts {
        var facts = AdapterFacts()
        for message in messages {
            if let event = message.withUnsafeBytes({ Management.Event($0) }) { facts.directory.handle(event) }
        }
        facts.present = facts.directory.adapters.keys.sorted()
        return facts
    }

    static func survey(_ messages: [[UInt8]], _ change: (inout AdapterFacts) -> Void = { _ in }) -> AdapterSurvey {
        var facts = facts(messages)
        change(&facts)
        return AdapterSurvey(facts)
    }

    private static let scanner = ScannerProgram(
        path: "/usr/bin/beacon-scanner", rights: NetworkRights(raw: true, admin: true), origin: .file)
    private static let unit = ScannerUnit(
        path: "/etc/systemd/system/beacon-scanner.service", rights: NetworkRights(raw: true, admin: true))

    @Test("R6: adapters in a table, the mode a scanner would use, and the text that chooses each")
    func text() {
        let survey = Self.survey([
            Self.list(0, 1), Self.info(0, address: 0x10, current: [0, 2]),
            Self.info(1, address: 0x11, name: Array("desk".utf8)),
        ]) {
            $0.blocks = [0: RadioBlock(soft: false, hard: false), 1: RadioBlock(soft: false, hard: false)]
            $0.scanner = Self.scanner
            $0.unit = Self.unit
        }
        #expect(
            AdapterText.text(survey) == """
                ADAPTER  ADDRESS            NAME  LE   POWER  BLOCKED  STATE  SOURCE
                hci0     66:55:44:33:22:10  -     yes  off    no       off    hci:66:55:44:33:22:10
                hci1     66:55:44:33:22:11  desk  yes  on     no       ready  hci:66:55:44:33:22:11

                --source hci    takes hci1 in mode raw
                another mode    hci:66:55:44:33:22:11?mode=user, hci:66:55:44:33:22:11?mode=monitor
                bluetoothd      does not run
                beacon-scanner  /usr/bin/beacon-scanner has CAP_NET_RAW and CAP_NET_ADMIN of its file
                its unit        /etc/systemd/system/beacon-scanner.service gives it CAP_NET_RAW and CAP_NET_ADMIN

                hci0: It is off. A scanner switches it on, for which it needs CAP_NET_ADMIN, unless scanner.bluetooth.powerOn is false. By hand: bluetoothctl power on.

                """)
        #expect(survey.verdict == nil && AdaptersCommand.exitCode(survey.verdict) == .success)
    }

    @Test("R6: as JSON, the machine and then each adapter, one object a line")
    func json() throws {
        let survey = Self.survey([Self.list(0), Self.info(0, address: 0x10, name: Array("desk".utf8))]) {
            $0.blocks = [0: RadioBlock(soft: true, hard: false)]
            $0.hasDaemon = true
        }
        let lines = AdapterJSON.lines(survey)
        try #require(lines.count == 2)
        #expect(
            lines[0] == """
                {"adapter":"hci0","adapters":1,"bluetoothd":true,"kind":"machine","mode":"monitor","usable":false}
                """)
        #expect(
            lines[1] == """
                {"adapter":"hci0","address":"66:55:44:33:22:10","chosen":true,"error":{"code":"adapterBlocked",\
                "description":"The adapter is blocked by rfkill.","reason":"rfkill blocks Bluetooth","retryable":true,\
                "suggestion":"Unblock it: rfkill unblock bluetooth, or set scanner.bluetooth.unblock to true."},\
                "index":0,"kind":"adapter","lowEnergy":true,"modes":{"monitor":"hci:66:55:44:33:22:10?mode=monitor",\
                "raw":"hci:66:55:44:33:22:10?mode=raw","user":"hci:66:55:44:33:22:10?mode=user"},"name":"desk",\
                "powered":true,"rfkill":{"hard":false,"soft":true},"source":"hci:66:55:44:33:22:10","state":"blocked",\
                "usable":false}
                """)
    }

    @Test("R6: what an adapter cannot do, or is kept from, is its state, with a remedy and an exit code")
    func states() {
        let open = RadioBlock(soft: false, hard: false)
        let all: [(AdapterSurvey, AdapterState, ErrorCode, ExitCode)] = [
            (
                Self.survey([Self.list(0), Self.info(0, address: 1, supported: [1, 0])]), .unsupported,
                .adapterUnsupported, .unavailable
            ),
            (
                Self.survey([Self.list(0), Self.info(0, address: 1, current: [0, 2])]) {
                    $0.blocks[0] = RadioBlock(soft: true, hard: true)
                }, .blocked, .adapterBlocked, .unavailable
            ),
            (
                Self.survey([Self.list()]) {
                    $0.present = [0]
                    $0.blocks[0] = open
                }, .busy, .adapterBusy, .temporaryFailure
            ),
            (
                Self.survey([Self.list(0)]) {
                    $0.present = [0]
                    $0.problem = BeaconBusError(.requestTimeout, reason: "late", suggestion: "Wait.")
                }, .failed, .requestTimeout, .temporaryFailure
            ),
        ]
        for (survey, state, code, exit) in all {
            #expect(survey.lines.map(\.state) == [state] && !survey.isUsable)
            #expect(survey.verdict?.code == code && AdaptersCommand.exitCode(survey.verdict) == exit)
            #expect(survey.lines[0].error?.suggestion.isEmpty == false)
        }
        #expect(AdapterText.text(all[1].0).contains("takes hci0 in mode raw, which it cannot use\n"))
        #expect(AdapterText.text(all[1].0).contains("hci0: A switch of the machine blocks Bluetooth. Turn"))
        #expect(
            AdapterText.text(all[2].0).contains("hci0     -        -     -   -      no       busy   hci:hci0")
        )
    }

    @Test(
        "R6: without an adapter it says so, or what may have taken it away; without Bluetooth no adapter is guessed at")
    func nothing() {
        let none = Self.survey([Self.list()])
        #expect(none.verdict?.code == .adapterMissing && AdaptersCommand.exitCode(none.verdict) == .unavailable)
        #expect(
            AdapterText.text(none) == """
                bluetoothd      does not run
                beacon-scanner  is not installed here

                This machine has no Bluetooth adapter. Plug one in, or give another --source.

                """)
        let blocked = Self.survey([Self.list()]) { $0.machineBlock = RadioBlock(soft: true, hard: false) }
        #expect(blocked.verdict?.code == .adapterBlocked)
        let kernel = Self.survey([]) {
            $0.present = [0]
            $0.problem = BeaconBusError(.adapterUnsupported, reason: "no Bluetooth", suggestion: "Load it.")
        }
        #expect(kernel.lines.isEmpty && AdaptersCommand.exitCode(kernel.verdict) == .unavailable)
        #expect(
            AdapterJSON.lines(kernel).count == 1
                && AdapterJSON.lines(kernel)[0].contains(#""code":"adapterUnsupported""#))
        let right = BeaconBusError(.capabilityMissing, reason: "x", suggestion: "y")
        #expect(AdaptersCommand.exitCode(right) == .noPermission)
    }

    @Test("R6: an adapter is chosen by its number where its address does not tell it from another")
    func twins() {
        let survey = Self.survey([
            Self.list(0, 1, 2), Self.info(0, address: 1), Self.info(1, address: 1),
            Self.info(2, address: 0, supported: [1, 0]),
        ])
        #expect(survey.lines.map(\.source) == ["hci:hci0", "hci:hci1", "hci:66:55:44:33:22:00"])
        for line in survey.lines { #expect(AdapterChoice(String(line.source.dropFirst(4))) != nil) }
    }

    @Test("R6: where one of several adapters is blocked, the scanner takes another, and that is what is shown")
    func another() {
        let survey = Self.survey([
            Self.list(0, 1), Self.info(0, address: 1), Self.info(1, address: 2, current: [0, 2]),
        ]) { $0.blocks[0] = RadioBlock(soft: true, hard: false) }
        #expect(survey.isUsable && survey.chosen?.index == 1)
        #expect(AdapterText.text(survey).contains("--source hci    takes hci1 in mode raw\n"))
    }

    @Test("R11: the name of an adapter brings no command to a terminal, and broken UTF-8 does no harm")
    func names() throws {
        let name: [UInt8] = Array("\u{1b}[2J\u{9b}31m\u{202e}\n\u{e0001}\u{7}desk".utf8) + [0xff, 0xc3]
        let survey = Self.survey([Self.list(0), Self.info(0, address: 1, name: name)])
        let text = AdapterText.text(survey)
        for scalar in ["\u{1b}", "\u{9b}", "\u{202e}", "\u{e0001}", "\u{7}"] { #expect(!text.contains(scalar)) }
        #expect(
            text.split(separator: "\n", omittingEmptySubsequences: false)[1].hasPrefix("hci0 ") && text.contains("desk")
        )
        let line = AdapterJSON.lines(survey)[1]
        for scalar in ["\u{1b}", "\u{9b}", "\u{202e}", "\u{e0001}", "\n"] { #expect(!line.contains(scalar)) }
        // Nothing of it is lost.
        #expect(try JSONValue.parse(text: line)["name"]?.stringValue == String(decoding: name, as: UTF8.self))
    }

    @Test("R6: whatever machine this is, it is told without any right, and what is missing has a remedy")
    func thisMachine() {
        let survey = AdapterSurvey(AdapterFacts.ofThisMachine())
        #expect(survey.isUsable || survey.verdict?.suggestion.isEmpty == false)
        #expect(AdapterText.text(survey).contains("bluetoothd      "))
        #expect(AdapterJSON.lines(survey).count == 1 + survey.lines.count)
    }
}
