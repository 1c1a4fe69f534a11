import Bluetooth
import Schema

/// What `beaconctl adapters` shows to people.
enum AdapterText {
    /// The adapters in a table, what a scanner would do with them, and what is missing.
    static func text(_ survey: AdapterSurvey) -> String {
        var text = ""
        if !survey.lines.isEmpty { text += table(survey.lines) + "\n" }
        for (name, value) in rows(survey) { text += "\(Printable.padded(name, 15)) \(value)\n" }
        let remarks = survey.lines.compactMap(remark) + [survey.problem.map(sentence)].compactMap { $0 }
        if !remarks.isEmpty { text += "\n" + remarks.joined(separator: "\n") + "\n" }
        return text
    }

    private static func table(_ lines: [AdapterLine]) -> String {
        var table = TextTable("ADAPTER", "ADDRESS", "NAME", "LE", "POWER", "BLOCKED", "STATE", "SOURCE")
        for line in lines {
            let known = line.known
            table.add(
                line.device, known.map { "\($0.address)" } ?? "-",
                known.flatMap { $0.name.isEmpty ? nil : $0.name } ?? "-",
                known.map { $0.supported.contains(.lowEnergy) ? "yes" : "no" } ?? "-",
                known.map { $0.current.contains(.powered) ? "on" : "off" } ?? "-",
                line.block.map { $0.hard ? "hard" : $0.soft ? "soft" : "no" } ?? "-", line.state.rawValue, line.source)
        }
        return table.text
    }

    private static func rows(_ survey: AdapterSurvey) -> [(String, String)] {
        var rows: [(String, String)] = []
        if let chosen = survey.chosen {
            var what = "takes \(chosen.device) in mode \(survey.mode.rawValue)"
            if !chosen.isUsable {
                what += ", which it cannot use"
            } else if survey.hasDaemon {
                what += ", or raw where the kernel does not grant that"
            }
            rows.append(("--source hci", what))
            let modes = BluetoothMode.allCases.filter { $0 != survey.mode }.map { chosen.source(in: $0) }
            rows.append(("another mode", modes.joined(separator: ", ")))
        }
        rows.append(("bluetoothd", survey.hasDaemon ? "runs" : "does not run"))
        if let scanner = survey.scanner {
            let path = Printable.text(scanner.path, limit: 200)
            rows.append(("beacon-scanner", "\(path) has \(scanner.rights.text) \(origin(scanner.origin))"))
            if !scanner.rights.isComplete, survey.unit?.rights.isComplete != true {
                rows.append(("", "give it both: setcap cap_net_raw,cap_net_admin+ep \(path)"))
            }
        } else {
            rows.append(("beacon-scanner", "is not installed here"))
        }
        if let unit = survey.unit {
            rows.append(("its unit", "\(Printable.text(unit.path, limit: 200)) gives it \(unit.rights.text)"))
        }
        return rows
    }

    private static func origin(_ origin: ScannerProgram.Origin) -> String {
        switch origin {
        case .root: "when you start it, as root"
        case .file: "of its file"
        case .caller: "when you start it"
        }
    }

    private static func remark(_ line: AdapterLine) -> String? {
        if let error = line.error { return "\(line.device): \(sentence(error))" }
        guard line.state == .off else { return nil }
        return "\(line.device): It is off. A scanner switches it on, for which it needs CAP_NET_ADMIN, unless "
            + "scanner.bluetooth.powerOn is false. By hand: bluetoothctl power on."
    }

    /// Why, and the remedy.
    private static func sentence(_ error: BeaconBusError) -> String {
        "\(error.reason.prefix(1).uppercased())\(error.reason.dropFirst()). \(error.suggestion)"
    }
}
