import Bluetooth
import Schema
import Tracking

/// The devices heard while a person sets up a node, monitored or not (D18). Bounded: further ones are counted.
struct Discovery: Sendable {
    /// A device that was heard.
    struct Device: Sendable {
        var beacon: BeaconIdentity?
        var kind: DeviceKind
        var data: [UInt8]
        var name: ShortText
        var rssi: Int8?
        var lastSeen: Instant
    }

    /// Devices kept at most.
    static let greatest = 200
    /// Bytes of advertising data kept of each.
    static let dataBytes = 64
    /// Room for the devices in the answer, bytes.
    static let room = 56 * 1_024

    private(set) var devices: [UInt64: Device] = [:]
    /// Reports of devices beyond the bound.
    private(set) var dropped: Int64 = 0

    /// Notes what a report said.
    mutating func note(_ sighting: Sighting, _ data: UnsafeRawBufferPointer, at now: Instant) {
        let address = sighting.address.value
        guard address != 0 else { return }
        if devices[address] == nil, devices.count >= Self.greatest {
            dropped += 1
            return
        }
        var device =
            devices[address]
            ?? Device(
                beacon: nil, kind: .unknown, data: [], name: ShortText(), rssi: nil, lastSeen: now)
        device.beacon = sighting.identity ?? device.beacon
        if sighting.kind != .unknown { device.kind = sighting.kind }
        device.data = Array(data.prefix(Self.dataBytes))
        if let name = sighting.name, !name.isEmpty { device.name = ShortText(name) }
        device.rssi = sighting.rssi ?? device.rssi
        device.lastSeen = now
        devices[address] = device
    }

    /// The answer to `discover`: the strongest first, as many as fit into one message.
    func reply(at now: Instant) -> DiscoverReply {
        let sorted = devices.sorted { left, right in
            (left.value.rssi ?? .min, right.key) > (right.value.rssi ?? .min, left.key)
        }
        var found: [DiscoveredDevice] = []
        var room = Self.room
        for (address, device) in sorted {
            let entry = DiscoveredDevice(
                address: BluetoothAddress(truncating: address), beacon: device.beacon?.id,
                kind: device.kind == .unknown ? nil : device.kind.name.description,
                data: HexDigits.text(device.data), name: device.name.isEmpty ? nil : device.name.text,
                rssi: device.rssi.map { Int($0) }, age: max((now - device.lastSeen).saturatedMilliseconds, 0))
            room -= (try? JSONValue(encoding: entry).bytes.count + 1) ?? room + 1
            if room < 0 { break }
            found.append(entry)
        }
        let left = dropped + Int64(sorted.count - found.count)
        return DiscoverReply(devices: found, dropped: left > 0 ? left : nil)
    }
}
