import Schema
import Testing

@testable import Bluetooth

@Suite struct SensorSampleTests {
    /// The formats whose frames need keys and counters; they have tests of their own.
    static let secured: Set<SensorFormat> = [.btHome1, .btHome2, .miBeacon, .atcEncrypted]

    @Test("R11: a sample of every plain format gives its identity and exactly its values; what is not known is absent")
    func samples() {
        for sample in SensorSamples.all {
            let heard = Heard(sample)
            #expect(heard.frame?.format == sample.format, "\(sample.data)")
            #expect(heard.sighting?.identity?.id.description ?? "" == sample.beacon, "\(sample.data)")
            #expect(heard.sighting.map { Self.text($0.values) } ?? "" == sample.values, "\(sample.data)")
            #expect(heard.sighting?.kind == sample.format.kind, "\(sample.data)")
        }
    }

    @Test("every plain format has samples that give each of its fields, and no other")
    func fields() {
        for format in SensorFormat.allCases where !Self.secured.contains(format) {
            let given = SensorSamples.all.filter { $0.format == format }.map { Self.fields(Heard($0).sighting) }
            #expect(Set(given.flatMap { $0 }) == Set(format.definition.fields), "\(format)")
        }
    }

    @Test("a frame of a rotating address identifies nothing, unless it carries an address itself")
    func rotatingAddress() {
        let rotating = BluetoothAddress(truncating: 0x4000_0000_0001)
        #expect(sightings("0aff88ec0088078c116402", from: rotating).first?.identity == nil)
        #expect(sightings("0aff88ec0088078c116402", from: rotating).first?.values[.temperature] == 19_280)
        let minew = sightings("0201060303e1ff1016e1ffa10801aabbccddeeff504c5553", from: rotating)
        #expect(minew.first?.identity?.id.description == "mac-ffeeddccbbaa")
    }

    @Test("a beacon's frame beside a sensor's names the device; the values are the sensor's")
    func beaconFirst() {
        let found = sightings("1aff4c000215f7826da64fa24e988024bc5b71e0893e01020304c5 0aff88ec0088078c116402")
        #expect(found.first?.identity?.format == .iBeacon)
        #expect(found.first?.kind == .govee)
        #expect(found.first?.values[.humidity] == 449_200)
    }

    @Test("the iBeacon that all of Govee's devices send alike gives way to a measurement, and alone is a beacon")
    func commonBeacon() {
        let common = "1aff4c000215494e54454c4c495f524f434b535f48575075f2ffc2"
        #expect(sightings(common).map(\.identity?.format) == [.iBeacon])
        #expect(sightings(common).map(\.kind) == [.iBeacon])
        for both in ["0aff88ec0088078c116402 \(common)", "\(common) 0aff88ec0088078c116402"] {
            #expect(sightings(both).first?.identity?.format == .mac)
            #expect(sightings(both).first?.kind == .govee)
            #expect(sightings(both).first?.values[.humidity] == 449_200)
        }
    }

    @Test("of two sensors' structures in one report the first one's values stay, the second adds what is new")
    func twoStructures() {
        let found = sightings("05166e2a3408 05166e2a2efb 04160f1845")
        #expect(found.first.map { Self.text($0.values) } == "temperature 21, battery 69")
    }

    @Test(
        "a measurement in an Eddystone URL beside Eddystone telemetry: each field once, the sensor's temperature stays")
    func urlAndTelemetry() {
        let url = "1716aafe10f6037275752e76692f2342475159414d713877"
        let telemetry = "1116aafe2000 0bb8 1580 00000045 00000258"
        for both in ["\(url) \(telemetry)", "\(telemetry) \(url)"] {
            let text = sightings(both).first.map { Self.text($0.values) } ?? ""
            #expect(text.hasPrefix("humidity 50, temperature 24, pressure 1019, batteryMillivolts 3000"), "\(text)")
            #expect(!text.contains("temperature 21.5"), "\(text)")
        }
    }

    @Test("SwitchBot's manufacturer data is read only from an address that said it is a meter")
    func switchBotMeters() {
        var decoder = SightingDecoder()
        let data = bytes("0eff6909aabbccddeeff4a0109962f00")
        #expect(decoder.sightings(data).first?.values.isEmpty == true)
        _ = decoder.sightings(bytes("09163dfd6900640098a6"))
        #expect(decoder.sightings(data).first?.values[.temperature] == 22_900)
        // The same address as a contact sensor: no longer.
        _ = decoder.sightings(bytes("0c163dfd640064440359ffff42"))
        #expect(decoder.sightings(data).first?.values.isEmpty == true)
    }

    /// A sample's report, heard.
    struct Heard {
        var sighting: KeptSighting?
        var frame: SensorFrame?

        init(_ sample: SensorSamples.Sample) {
            self.init(sample, data: bytes(sample.data))
        }

        init(_ sample: SensorSamples.Sample, data: [UInt8]) {
            let address = sample.address.flatMap { BluetoothAddress(lenient: $0) } ?? someAddress
            var decoder = SightingDecoder()
            if !sample.before.isEmpty { _ = decoder.sightings(bytes(sample.before), from: address, type: 0) }
            let before = decoder.counters.sensors
            sighting = decoder.sightings(data, from: address, type: 0).first
            frame = decoder.counters.sensors > before ? decoder.lastSensor : nil
        }
    }

    static func fields(_ sighting: KeptSighting?) -> [TelemetryField] {
        guard let values = sighting?.values else { return [] }
        return (0..<Int(values.count)).compactMap { values[$0]?.field }
    }

    /// `temperature 21.5, open true, …`
    static func text(_ values: TelemetryValues) -> String {
        (0..<Int(values.count)).compactMap { index in
            guard let value = values[index] else { return nil }
            let definition = value.field.definition
            if definition.isFlag { return "\(definition.name) \(value.number != 0)" }
            var digits = "\(value.number.magnitude)"
            while digits.count <= definition.decimals { digits = "0" + digits }
            let whole = digits.dropLast(definition.decimals)
            var rest = digits.suffix(definition.decimals)
            while rest.last == "0" { rest.removeLast() }
            return "\(definition.name) \(value.number < 0 ? "-" : "")\(whole)\(rest.isEmpty ? "" : ".")\(rest)"
        }.joined(separator: ", ")
    }
}
