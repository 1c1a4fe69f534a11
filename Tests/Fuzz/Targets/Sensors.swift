import Bluetooth
import Schema

/// Advertising data of sensors: the first byte chooses the address, the rest is data. Everything that is measured is in
/// its range and there once, and whoever is known by an address is known by a fixed one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSensors(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    let kind = start.load(as: UInt8.self)
    // A copy of its own, so that the sanitizer sees a byte too many.
    let data = Array(UnsafeRawBufferPointer(start: start + 1, count: count - 1))
    data.withUnsafeBytes { data in
        let report = AdvertisingReport(
            data: data, address: addresses[Int(kind & 3)], addressType: kind & 4 == 0 ? 0 : 1, properties: [.legacy],
            rawRSSI: -60)
        decoder.decode(report) { sighting in
            if let name = sighting.name { checksum = name.reduce(checksum, &+) }
            guard let values = sighting.values?.pointee else { return }
            for index in 0..<Int(values.count) {
                guard let value = values[index] else { fatalError("a value less than counted") }
                precondition(value.field.range.contains(value.number))
                for earlier in 0..<index { precondition(values[earlier]?.field != value.field) }
            }
        }
    }
    return 0
}

/// Those that the seeds' frames carry, and one that rotates.
private let addresses = [0xc4ac_5900_1122, 0x1893_d735_3559, 0x0688_0000_1627, 0x4000_0000_0001].map {
    BluetoothAddress(truncating: $0)
}

nonisolated(unsafe) var checksum: UInt8 = 0

/// One for all executions, as it is one for all reports of a run.
nonisolated(unsafe) var decoder = SightingDecoder()
