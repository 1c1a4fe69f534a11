import Foundation
import Schema
import Support

@testable import Bluetooth

/// One payload of `data/vectors.json`, with what its source says it means.
struct CollectedVector {
    /// What a source states for one of its names.
    struct Expectation: CustomStringConvertible {
        var key: String
        /// Nil for a name without a meaning here.
        var field: TelemetryField?
        /// In the field's unit; nil = the source says that there is none.
        var value: Double?
        /// How far the source itself rounds.
        var tolerance = 0.0

        var description: String { value.map { "\($0)" } ?? "none" }
    }

    var name: String
    var data: [UInt8]
    var address: BluetoothAddress
    var addressType: UInt8
    var hasKey: Bool
    var frame: String
    private var expect: [String: Any]

    static func all() throws -> [CollectedVector] {
        let list =
            try JSONSerialization.jsonObject(with: Data(SharedFolder.bytes("data/vectors.json"))) as? [[String: Any]]
        return (list ?? []).map(CollectedVector.init)
    }

    private init(_ object: [String: Any]) {
        name = object["name"] as? String ?? ""
        data = bytes(object["adv_hex"] as? String ?? "")
        address = (object["address"] as? String).flatMap { BluetoothAddress(lenient: $0) } ?? someAddress
        addressType = object["address_type"] as? String == "public" ? 0 : 1
        hasKey = object["key_hex"] != nil
        frame = object["frame"] as? String ?? ""
        expect = object["expect"] as? [String: Any] ?? [:]
    }

    /// The kinds that whoever observed it names.
    var observedKinds: [String] { frame.hasPrefix("observed") ? expect["kinds"] as? [String] ?? [] : [] }

    /// What must have been heard from the address before.
    var preamble: [String] {
        name.hasPrefix("theengs/mfg/THX1") || name.hasPrefix("theengs/mfg/W340001X") ? ["06163dfd770041"] : []
    }

    /// The address inside the frame, 12 hexadecimal digits.
    var mac: String? {
        guard let text = expect["mac"] as? String, !UncheckedVectors.ignores("mac", of: self) else { return nil }
        return text.lowercased().replacing(":", with: "")
    }

    /// Whether the source states anything that is measured.
    var statesMeasurement: Bool { expectations().contains { $0.field != nil } }

    /// What the source states, but for names that say nothing about a measurement.
    func expectations() -> [Expectation] {
        expect.flatMap { key, value -> [Expectation] in
            guard !VectorNames.descriptions.contains(key), !UncheckedVectors.ignores(key, of: self) else { return [] }
            if let special = VectorNames.special(key, value) { return [special] }
            if key == "acc_g", let axes = value as? [Any] {
                return zip([TelemetryField.accelerationX, .accelerationY, .accelerationZ], axes).map {
                    Expectation(key: key, field: $0, value: $1 as? Double)
                }
            }
            guard let meaning = VectorNames.meanings[key] else { return [Expectation(key: key)] }
            if value is String { return key == "packet" ? [] : [Expectation(key: key)] }
            let pounds = key == "weight" && expect["unit"] as? String == "lb"
            let factor = meaning.factor * (pounds ? 0.45359237 : 1)
            let number = (value as? NSNumber).map { $0.doubleValue * factor }
            return [
                Expectation(
                    key: key, field: meaning.field, value: number, tolerance: meaning.tolerance * meaning.factor)
            ]
        }
    }
}
