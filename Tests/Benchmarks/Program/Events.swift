import Bluetooth
import Glibc

/// HCI events to measure with: those of the real recordings where they are, else made ones of the same mixture.
struct Events {
    /// Laid end to end, each preceded by its length, two bytes little-endian.
    var bytes: [UInt8] = []
    var count = 0
    var source: String

    static func load() -> Events {
        let folder = String(cString: getenv("BEACONBUS_SHARED") ?? strdup("../shared")) + "/data/captures/"
        let files = [
            "derived_csacca_advonly.btsnoop", "derived_hcidump_ttu_2x.btsnoop", "derived_ble_monitor_events.btsnoop",
        ]
        var events = Events(source: "real recordings")
        for file in files { events.add(recording: folder + file) }
        if events.count == 0 { events = made() }
        return events
    }

    private mutating func add(recording path: String) {
        let file = open(path, O_RDONLY)
        guard file >= 0 else { return }
        defer { close(file) }
        var content = [UInt8](repeating: 0, count: 4 << 20)
        let length = content.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        // btsnoop 1002: 16 bytes of header, then records of 24 bytes of header and the packet.
        var at = 16
        while at + 24 < length {
            let size = Int(content[at + 6]) << 8 | Int(content[at + 7])
            guard at + 24 + size <= length else { return }
            if content[at + 24] == 4 && content[at + 25] == 0x3e { add(content[(at + 25)..<(at + 24 + size)]) }
            at += 24 + size
        }
    }

    private mutating func add(_ event: some Collection<UInt8>) {
        bytes += [UInt8(event.count & 0xff), UInt8(event.count >> 8)]
        bytes += event
        count += 1
    }

    /// iBeacons, Eddystone, names and others' manufacturer data, as they were met in the recordings.
    private static func made() -> Events {
        var events = Events(source: "made events")
        let payloads: [[UInt8]] = [
            [2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15] + [UInt8](repeating: 7, count: 20) + [0xc5],
            [2, 1, 6, 3, 3, 0xaa, 0xfe, 0x15, 0x16, 0xaa, 0xfe, 0, 0xe7] + [UInt8](repeating: 9, count: 16),
            [0x1e, 0xff, 6, 0, 1, 9, 0x20, 2] + [UInt8](repeating: 3, count: 23),
            [2, 1, 0x1a, 2, 0x0a, 7, 0x0a, 0xff, 0x4c, 0, 0x10, 5, 1, 2, 3, 4, 5],
            [0x0d, 9] + [UInt8](repeating: 0x61, count: 12) + [3, 3, 0x88, 0xec],
        ]
        for index in 0..<1_200 {
            let data = payloads[index % payloads.count]
            let address = [UInt8(index & 0xff), UInt8(index >> 8), 3, 4, 5, 0xc6]
            let report: [UInt8] = [0, 1] + address + [UInt8(data.count)] + data + [0xc4]
            events.add([0x3e, UInt8(report.count + 2), 2, 1] + report)
        }
        return events
    }
}
