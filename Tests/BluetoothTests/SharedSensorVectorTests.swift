import Foundation
import Schema
import Support
import Testing

@testable import Bluetooth

/// The collected frames beside the repository, where they are: those of BTHome, MiBeacon and encrypted ATC, and those that
/// need keys.
@Suite(.enabled(if: SharedFolder.isPresent)) struct SharedSensorVectorTests {
    private struct Vector {
        var name: String
        var address: String
        var addressType: UInt8
        var key: String?
        var data: String
        var frame: String
        var note: String
        var expected: [String: Any]
    }

    @Test("D13, R4: every collected BTHome frame gives its values, sealed, wrongly keyed and downgraded ones included")
    func btHome() throws {
        let vectors = try vectors { $0.frame.hasPrefix("bthome") || $0.name.hasPrefix("bthome") }
        #expect(vectors.count >= 114)
        for vector in vectors { check(vector, factor: factor(vector.name)) }
    }

    @Test("every collected MiBeacon and encrypted ATC frame gives its values")
    func miBeacon() throws {
        let vectors = try vectors {
            !$0.frame.hasPrefix("bthome")
                && ($0.data.contains("1695fe") && !$0.name.hasSuffix("ABN03")
                    || $0.name.hasSuffix("atc_custom_encrypted"))
        }
        #expect(vectors.count >= 45)
        for vector in vectors { check(vector) }
    }

    @Test("R4: every collected resolvable address is resolved by its key, and only by that")
    func addresses() throws {
        let vectors = try vectors { $0.frame == "rpa" }
        #expect(vectors.count >= 3)
        for vector in vectors {
            guard let key = vector.key else { continue }
            var heard = Heard([.key(.irk, key, name: "watch")])
            heard.hear("020106", from: vector.address, type: 1)
            let resolves = vector.expected["resolves"] as? Bool ?? true
            #expect((heard.identity?.id.description == "irk-watch") == resolves, "\(vector.name)")
        }
    }

    @Test("every collected EID with a key is resolved at its time, and not a day later")
    func identifiers() throws {
        let vectors = try vectors { $0.frame == "eddystone_eid" && $0.key != nil }
        #expect(vectors.count >= 3)
        for vector in vectors {
            let numbers = vector.note.split { !$0.isNumber }.compactMap { Int64($0) }
            guard let key = vector.key, numbers.count == 2 else { continue }
            let use = KeyRing.Entry.Use.eddystoneEID(
                scaler: UInt8(numbers[0]), offset: 1_700_000_000 - numbers[1])
            var heard = Heard([.key(use, key, name: "tag")])
            heard.hear(vector.data, from: "c4:ac:59:00:11:22", type: 1)
            #expect(heard.identity?.id.description == "eddystone-eid-name-tag", "\(vector.name)")
            heard.advance(86_400)
            heard.hear(vector.data, from: "c4:ac:59:00:11:22", type: 1)
            #expect(heard.identity?.kind == .eddystoneEID, "\(vector.name)")
        }
    }

    private func check(_ vector: Vector, factor: Double = 1) {
        var heard = Heard(vector.key.map { [.bind(vector.address, $0)] } ?? [])
        heard.hear(vector.data, from: vector.address, type: vector.addressType)
        var expected = vector.expected
        // Two temperatures in one frame: here the first stays, there the last.
        if vector.name.hasSuffix("double_temperature") { expected["temperature"] = 25.7 }
        if expected["decrypted"] as? Bool == false || vector.name.contains("downgrade") {
            #expect(heard.values.isEmpty, "\(vector.name)")
            return
        }
        let complaints = SensorExpectations.complaints(heard, expected, factor: factor)
        #expect(complaints.isEmpty, "\(vector.name): \(complaints)")
        #expect(heard.values.dropped == 0, "\(vector.name)")
    }

    /// Numbers that the collection gives in another unit.
    private func factor(_ name: String) -> Double {
        if name.hasSuffix("distance_millimeters") || name.hasSuffix("volume_milliliters") { return 0.001 }
        return 1
    }

    private func vectors(_ isWanted: (Vector) -> Bool) throws -> [Vector] {
        let file = try JSONSerialization.jsonObject(with: Data(SharedFolder.bytes("data/vectors.json")))
        return (file as? [[String: Any]] ?? []).map { entry in
            Vector(
                name: entry["name"] as? String ?? "", address: entry["address"] as? String ?? "c4:ac:59:00:11:22",
                addressType: entry["address_type"] as? String == "random" ? 1 : 0, key: entry["key_hex"] as? String,
                data: entry["adv_hex"] as? String ?? "", frame: entry["frame"] as? String ?? "",
                note: entry["note"] as? String ?? "", expected: entry["expect"] as? [String: Any] ?? [:])
        }.filter(isWanted)
    }
}
