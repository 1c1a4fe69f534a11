import Schema

/// Writes the bytes of simulated advertisements: real AD structures in real HCI events.
enum SimulatedFrame {
    /// The advertising data of a device's advertisement number `count`, sent `seconds` after its start.
    static func data(
        of device: SimulatedDevice, count: UInt32, seconds: Double, random: inout SimulatedRandom
    ) -> [UInt8] {
        let power = UInt8(bitPattern: device.power)
        switch device.payload {
        case .iBeacon(let uuid, let major, let minor):
            return [2, 1, 6, 0x1a, 0xff, 0x4c, 0, 2, 0x15] + big(uuid.high) + big(uuid.low) + big(major) + big(minor)
                + [power]
        case .altBeacon(let id):
            return [0x1b, 0xff, 0x18, 0x01, 0xbe, 0xac] + id + [power, 0]
        case .eddystone(let namespace, let instance):
            guard count % 10 == 9 else {
                return service([0, power &+ 41] + namespace + instance + [0, 0])
            }
            // A battery that runs down by 60 mV an hour, and a room that warms and cools by two degrees.
            let battery = UInt16(max(2_000, 3_000 - seconds / 60))
            let phase = (seconds / 300).truncatingRemainder(dividingBy: 2)
            let temperature = Int16((21 + 2 * (phase < 1 ? phase : 2 - phase)) * 256)
            return service(
                [0x20, 0] + big(battery) + big(UInt16(bitPattern: temperature)) + big(count)
                    + big(UInt32(min(seconds * 10, 4e9))))
        case .eddystoneURL(let url):
            return service([0x10, power &+ 41] + url)
        case .phone:
            let noise = (0..<5).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            return [2, 1, 0x1a, 0x0a, 0xff, 0x4c, 0, 0x10, 5] + noise
        }
    }

    /// The data of a scan response with a complete local name.
    static func name(_ name: String) -> [UInt8] {
        let bytes = Array(name.utf8.prefix(29))
        return [UInt8(bytes.count + 1), 9] + bytes
    }

    /// An LE advertising report event with one report (Core Specification Vol 4 Part E 7.7.65.2).
    static func event(type: UInt8, address: UInt64, rssi: Int8, data: [UInt8], into event: inout [UInt8]) {
        event.removeAll(keepingCapacity: true)
        event += [0x3e, UInt8(data.count + 12), 2, 1, type, 1]
        for shift in stride(from: UInt64(0), to: 48, by: 8) {
            event.append(UInt8(truncatingIfNeeded: address >> shift))
        }
        event.append(UInt8(data.count))
        event += data
        event.append(UInt8(bitPattern: rssi))
    }

    private static func service(_ frame: [UInt8]) -> [UInt8] {
        [2, 1, 6, 3, 3, 0xaa, 0xfe, UInt8(frame.count + 3), 0x16, 0xaa, 0xfe] + frame
    }

    private static func big(_ value: some FixedWidthInteger & UnsignedInteger) -> [UInt8] {
        let width = type(of: value).bitWidth
        return stride(from: width - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
