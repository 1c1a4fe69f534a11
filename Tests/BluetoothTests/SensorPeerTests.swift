import Foundation
import Schema
import Support
import Testing

@testable import Bluetooth

/// Frames that other implementations sealed, with what they read from them: run where `BEACONBUS_SENSOR_PEERS` names a file
/// of lines `kind address key data values`. Kinds are bthome, mibeacon, rpa and eid.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["BEACONBUS_SENSOR_PEERS"] != nil))
struct SensorPeerTests {
    @Test("D13: what others seal is opened, and read as they read it")
    func agreement() throws {
        let path = try #require(ProcessInfo.processInfo.environment["BEACONBUS_SENSOR_PEERS"])
        var counts: [String: Int] = [:]
        for line in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 4).map(String.init)
            guard parts.count == 5 else { continue }
            let values = try JSONSerialization.jsonObject(with: Data(parts[4].utf8)) as? [String: Any] ?? [:]
            switch parts[0] {
            case "bthome", "mibeacon": frame(parts, values, "\(line)")
            case "rpa":
                var heard = Heard([.key(.irk, parts[2], name: "peer")])
                heard.hear("020106", from: parts[1], type: 1)
                #expect(heard.identity?.id.description == "irk-peer", "\(line)")
            case "eid": identifier(parts, values, "\(line)")
            default: continue
            }
            counts[parts[0], default: 0] += 1
        }
        print("agreed with peers: \(counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" })")
        #expect(counts.count == 4)
    }

    private func frame(_ parts: [String], _ values: [String: Any], _ line: String) {
        var heard = Heard(parts[2] == "-" ? [] : [.bind(parts[1], parts[2])])
        heard.hear(structure("16", String(parts[3].dropFirst(2))), from: parts[1])
        let complaints = SensorExpectations.complaints(peer: heard, values)
        #expect(complaints.isEmpty, "\(line): \(complaints)")
        if values.isEmpty { #expect(heard.values.isEmpty || heard.counters.decrypted == 1, "\(line)") }
    }

    private func identifier(_ parts: [String], _ values: [String: Any], _ line: String) {
        let numbers = parts[1].split(separator: ":").compactMap { Int64($0) }
        let frames = parts[3].split(separator: "|").map(String.init)
        let use = KeyRing.Entry.Use.eddystoneEID(scaler: UInt8(numbers[0]), offset: 1_700_000_000 - numbers[1])
        var heard = Heard([.key(use, parts[2], name: "peer")])
        heard.hear(structure("16", "aafe30eb" + frames[0]), from: "c4:ac:59:00:11:22")
        #expect(heard.identity?.id.description == "eddystone-eid-name-peer", "\(line)")
        heard.hear(structure("16", "aafe2001" + frames[1]), from: "c4:ac:59:00:11:22")
        #expect(heard[.batteryMillivolts] == values["mv"] as? Double, "\(line)")
        #expect(heard[.advertisements] == values["count"] as? Double, "\(line)")
    }
}
