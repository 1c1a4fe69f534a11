import Bluetooth
import CYardsticks
import Schema

/// Sensors in clear and encrypted, and rotating addresses: what a report costs, beside OpenSSL alone.
enum SensorRow: Row {
    static let name = "sensors"
    static let summary =
        "BTHome in clear and encrypted, resolvable addresses against 50 keys; a report's cost, beside OpenSSL alone."

    private static let frames = 32_768
    private static let keyCount = 50
    private static let address: UInt64 = 0x5448_e68f_80a5
    private static let key: [UInt8] = (0..<16).map { $0 &* 17 &+ 3 }

    static func measure() throws -> [Measurement] {
        let sealed = try sealedFrames()
        let strangers = strangers(100_000)
        let (clear, encrypted, bareCCM, sealedAllocations) = try sensors(sealed)
        let (fresh, known, addressAllocations) = try addresses(strangers)
        let allocations = sealedAllocations + addressAllocations
        let bare = bareAddresses(strangers)
        return [
            Measurement("BTHome in clear, a report decoded", clear, "ns"),
            Measurement(
                "BTHome encrypted, a report decoded", encrypted, "ns",
                yardstick: .init(name: "OpenSSL's AES-CCM alone", value: bareCCM)),
            Measurement(
                "a new random address against \(keyCount) keys", fresh, "ns",
                yardstick: .init(name: "OpenSSL's AES alone", value: bare)),
            Measurement("the same, a key", fresh / Double(keyCount), "ns"),
            Measurement("an address heard before", known, "ns"),
            Measurement("10,000 new random addresses/s, part of a core", fresh * 10_000 / 1e7, "%"),
            Measurement("allocations per report", allocations, "", goal: .atMost(0, allocations, "none")),
        ]
    }

    private static var addressBytes: [UInt8] {
        (0..<6).map { UInt8(truncatingIfNeeded: address >> UInt64(40 - 8 * $0)) }
    }

    private static func sealedFrames() throws -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: frames * Int(sealed_stride))
        guard seal_frames(&sealed, frames, key, addressBytes) == frames else {
            throw RowSkipped("OpenSSL has no AES-CCM")
        }
        return sealed
    }

    /// Resolvable addresses that belong to nobody.
    private static func strangers(_ count: Int) -> [UInt64] {
        var random: UInt64 = 88_172_645_463_325_252
        return (0..<count).map { _ in
            random ^= random << 13
            random ^= random >> 7
            random ^= random << 17
            return random >> 18 | 1 << 46
        }
    }

    private static func report(
        _ data: UnsafeRawBufferPointer, _ address: UInt64, _ type: UInt8, _ decoder: inout SightingDecoder
    ) {
        let report = AdvertisingReport(
            data: data, address: BluetoothAddress(truncating: address), addressType: type, properties: [.legacy],
            rawRSSI: -60)
        decoder.decode(report) { keep($0.identity) }
    }

    private static func sensors(
        _ sealed: [UInt8]
    ) throws -> (clear: Double, encrypted: Double, bare: Double, allocations: Double) {
        guard let name = BeaconName("sensor") else { throw RowSkipped("no name") }
        let ring = KeyRing([
            KeyRing.Entry(name: name, use: .bind(BluetoothAddress(truncating: address)), bytes: key)
        ])
        let plain: [UInt8] = [0x0a, 0x16, 0xd2, 0xfc, 0x40, 0x02, 0xca, 0x09, 0x03, 0xbf, 0x13]
        var opened: UInt64 = 0
        var allocations: UInt64 = 0
        let times = Stopwatch.medians([
            {
                var decoder = SightingDecoder()
                plain.withUnsafeBytes { for _ in 0..<frames { report($0, address, 0, &decoder) } }
            },
            {
                // Anew each time, so that no counter is an old one.
                var decoder = SightingDecoder(SensorSecrets(ring))
                sealed.withUnsafeBytes { bytes in
                    for index in 0..<frames {
                        let start = index * Int(sealed_stride)
                        report(UnsafeRawBufferPointer(rebasing: bytes[start..<(start + 19)]), address, 0, &decoder)
                        // The first makes what the key needs.
                        if index == 0 { allocations = allocations_of_this_thread() }
                    }
                }
                allocations = allocations_of_this_thread() - allocations
                opened = decoder.secrets.counters.decrypted
            },
            { keep(open_frames(sealed, frames, key, addressBytes)) },
        ])
        guard opened == frames, open_frames(sealed, frames, key, addressBytes) == frames else {
            throw RowSkipped("only \(opened) of \(frames) frames could be opened")
        }
        return (
            times[0] / Double(frames), times[1] / Double(frames), times[2] / Double(frames),
            Double(allocations) / Double(frames)
        )
    }

    private static var keys: [[UInt8]] {
        (0..<keyCount).map { number in (0..<16).map { UInt8(truncatingIfNeeded: $0 &* 29 &+ number &* 7) } }
    }

    private static func addresses(
        _ strangers: [UInt64]
    ) throws -> (fresh: Double, known: Double, allocations: Double) {
        let entries = try keys.enumerated().map { number, key in
            guard let name = BeaconName("key\(number)") else { throw RowSkipped("no name") }
            return KeyRing.Entry(name: name, use: .irk, bytes: key)
        }
        let ring = KeyRing(entries)
        let data: [UInt8] = [2, 1, 6]
        var decoder = SightingDecoder(SensorSecrets(ring))
        let few = strangers.prefix(4_096)
        func hear(_ addresses: ArraySlice<UInt64>) {
            data.withUnsafeBytes { bytes in for address in addresses { report(bytes, address, 1, &decoder) } }
        }
        let times = Stopwatch.medians(
            rounds: 9,
            [
                {
                    decoder = SightingDecoder(SensorSecrets(ring))
                    hear(strangers[...])
                },
                {
                    hear(few)
                    for _ in 0..<20 { hear(few) }
                },
            ])
        let before = allocations_of_this_thread()
        hear(strangers[...])
        let allocations = Double(allocations_of_this_thread() - before) / Double(strangers.count)
        return (times[0] / Double(strangers.count), times[1] / Double(few.count * 21), allocations)
    }

    private static func bareAddresses(_ strangers: [UInt64]) -> Double {
        let flat = keys.flatMap { $0 }
        let times = (0..<9).map { _ -> UInt64 in
            var nanoseconds: UInt64 = 0
            keep(resolve_addresses(strangers, strangers.count, flat, keyCount, &nanoseconds))
            return nanoseconds
        }
        return Double(times.sorted()[4]) / Double(strangers.count)
    }
}
