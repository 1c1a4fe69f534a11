import Schema

@testable import Bluetooth

/// What a decoder with keys makes of reports, one after the other.
struct Heard {
    var decoder = SightingDecoder()
    var identity: BeaconIdentity?
    var kind = DeviceKind.unknown
    /// The newest report's values; empty where it had none.
    var values = TelemetryValues()

    init(_ entries: [KeyRing.Entry] = []) {
        decoder.use(KeyRing(entries))
        advance(0)
    }

    /// Lets seconds pass since the first moment; civil time begins in 2023.
    mutating func advance(_ seconds: Int64) {
        decoder.advance(
            to: .zero + .seconds(seconds), wallClock: WallTime(milliseconds: (1_700_000_000 + seconds) * 1_000))
    }

    /// Hears advertising data of an address; `type` as in HCI reports.
    mutating func hear(_ data: [UInt8], from address: String, type: UInt8 = 0) {
        identity = nil
        values = TelemetryValues()
        let address = BluetoothAddress(lenient: address) ?? BluetoothAddress(truncating: 0)
        data.withUnsafeBytes { data in
            let report = AdvertisingReport(
                data: data, address: address, addressType: type, properties: [.legacy], rawRSSI: -60)
            decoder.decode(report) { sighting in
                identity = sighting.identity
                kind = sighting.kind
                if let borrowed = sighting.values { values = borrowed.pointee }
            }
        }
    }

    mutating func hear(_ hex: String, from address: String, type: UInt8 = 0) {
        hear(bytes(hex), from: address, type: type)
    }

    var counters: SensorSecrets.Counters { decoder.secrets.counters }

    /// A value in the field's unit.
    subscript(field: TelemetryField) -> Double? {
        values[field].map { number in
            Double(number) / (0..<field.definition.decimals).reduce(1.0) { power, _ in power * 10 }
        }
    }
}

extension KeyRing.Entry {
    /// The key of a device at an address.
    static func bind(_ address: String, _ key: String, name: String = "sensor") -> KeyRing.Entry {
        guard let name = BeaconName(name), let address = BluetoothAddress(lenient: address) else {
            fatalError("not a name or address")
        }
        return KeyRing.Entry(name: name, use: .bind(address), bytes: bytes(key))
    }

    /// A key for another use.
    static func key(_ use: Use, _ key: String, name: String) -> KeyRing.Entry {
        guard let name = BeaconName(name) else { fatalError("not a name") }
        return KeyRing.Entry(name: name, use: use, bytes: bytes(key))
    }
}
