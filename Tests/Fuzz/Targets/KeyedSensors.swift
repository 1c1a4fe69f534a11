import Bluetooth
import Schema

/// Reports of sensors whose keys are held, of rotating addresses and of ephemeral identifiers: each a byte that says
/// which, a length, and the bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzKeyedSensors(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let input = UnsafeRawBufferPointer(start: start, count: count)
    let before = decoder.secrets.counters
    var reports: UInt64 = 0
    var at = 0
    while at + 2 <= count {
        let choice = input[at]
        let length = min(Int(input[at + 1]), count - at - 2, 250)
        let bytes = input[(at + 2)..<(at + 2 + length)]
        at += 2 + length
        if choice & 0x0f == 0x0f {
            now = now.advanced(byNanoseconds: Int64(length) * 3_600_000_000_000)
            decoder.advance(to: now, wallClock: WallTime(milliseconds: now.nanoseconds / 1_000_000))
            continue
        }
        let identifiers: [[UInt8]] = [
            [0xd2, 0xfc], [0x1c, 0x18], [0x1e, 0x18], [0x95, 0xfe], [0x1a, 0x18], [0xaa, 0xfe],
        ]
        let identifier = identifiers[Int(choice & 0x07) % identifiers.count]
        // A copy of its own, so that the sanitizer sees a byte too many.
        let data = [UInt8(length + 3), 0x16] + identifier + bytes
        var address = addresses[Int(choice >> 4 & 0x03)]
        if choice & 0x80 != 0 {
            address = BluetoothAddress(truncating: 1 << 46 | UInt64(length) << 24 | UInt64(choice))
        }
        hear(data, from: address, type: choice & 0x80 != 0 ? 1 : 0)
        reports += 1
    }
    let after = decoder.secrets.counters
    precondition(after.decrypted - before.decrypted <= reports && after.keyWrong - before.keyWrong <= reports)
    return 0
}

private func hear(_ data: [UInt8], from address: BluetoothAddress, type: UInt8) {
    data.withUnsafeBytes { data in
        let report = AdvertisingReport(
            data: data, address: address, addressType: type, properties: [.legacy], rawRSSI: -60)
        decoder.decode(report) { sighting in
            guard let values = sighting.values?.pointee else { return }
            for index in 0..<Int(values.count) {
                guard let (field, number) = values[index] else { preconditionFailure("a value without a field") }
                precondition(field.definition.range.contains(number))
            }
        }
    }
}

private let addresses: [BluetoothAddress] = [0x5448_e68f_80a5, 0xa4c1_3802_83f4, 0xf824_41c5_988b, 0xa4c1_388d_18b2]
    .map { BluetoothAddress(truncating: $0) }

nonisolated(unsafe) private var now = Instant.zero

/// One for all executions: its tables are large.
nonisolated(unsafe) private var decoder: SightingDecoder = {
    func entry(_ use: KeyRing.Entry.Use, _ seed: UInt8, _ length: Int) -> KeyRing.Entry {
        guard let name = BeaconName("key\(seed)") else { preconditionFailure("no name") }
        return KeyRing.Entry(name: name, use: use, bytes: (0..<length).map { UInt8($0) &+ seed })
    }
    var decoder = SightingDecoder()
    decoder.use(
        KeyRing([
            entry(.bind(addresses[0]), 1, 16), entry(.bind(addresses[1]), 2, 16), entry(.bind(addresses[2]), 3, 12),
            entry(.irk, 4, 16), entry(.irk, 5, 16), entry(.eddystoneEID(scaler: 0, offset: 0), 6, 16),
            entry(.eddystoneEID(scaler: 10, offset: -1_000), 7, 16),
        ]))
    return decoder
}()
