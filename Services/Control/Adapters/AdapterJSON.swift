import Bluetooth
import Schema

/// What `beaconctl adapters --json` prints: the machine, then each adapter.
enum AdapterJSON {
    static func lines(_ survey: AdapterSurvey) -> [String] {
        ([machine(survey)] + survey.lines.map { adapter($0, survey) }).map { Printable.json($0) }
    }

    private static func machine(_ survey: AdapterSurvey) -> JSONValue {
        var members: [String: JSONValue] = [
            "kind": "machine", "bluetoothd": .bool(survey.hasDaemon), "mode": .string(survey.mode.rawValue),
            "usable": .bool(survey.isUsable), "adapters": .integer(Int64(survey.lines.count)),
        ]
        members["adapter"] = survey.chosen.map { .string($0.device) }
        members["error"] = survey.problem.map(error)
        members["scanner"] = survey.scanner.map { scanner in
            [
                "path": .string(scanner.path), "netRaw": .bool(scanner.rights.raw),
                "netAdmin": .bool(scanner.rights.admin), "origin": .string(scanner.origin.rawValue),
            ]
        }
        members["unit"] = survey.unit.map { unit in
            ["path": .string(unit.path), "netRaw": .bool(unit.rights.raw), "netAdmin": .bool(unit.rights.admin)]
        }
        return .object(members)
    }

    private static func adapter(_ line: AdapterLine, _ survey: AdapterSurvey) -> JSONValue {
        let modes = BluetoothMode.allCases.map { ($0.rawValue, JSONValue.string(line.source(in: $0))) }
        var members: [String: JSONValue] = [
            "kind": "adapter", "adapter": .string(line.device), "index": .integer(Int64(line.index)),
            "state": .string(line.state.rawValue), "usable": .bool(line.isUsable),
            "chosen": .bool(line.index == survey.chosen?.index), "source": .string(line.source),
            "modes": .object(Dictionary(modes, uniquingKeysWith: { $1 })),
        ]
        if let known = line.known {
            members["address"] = .string(known.address.description)
            members["name"] = known.name.isEmpty ? nil : .string(known.name)
            members["lowEnergy"] = .bool(known.supported.contains(.lowEnergy))
            members["powered"] = .bool(known.current.contains(.powered))
        }
        members["rfkill"] = line.block.map { ["soft": .bool($0.soft), "hard": .bool($0.hard)] }
        members["error"] = line.error.map(error)
        return .object(members)
    }

    private static func error(_ error: BeaconBusError) -> JSONValue {
        (try? JSONValue(encoding: error)) ?? .string(error.debugDescription)
    }
}
