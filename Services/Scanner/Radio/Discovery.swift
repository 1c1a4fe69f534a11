import Bluetooth
import Schema
import Tracking

/// The devices heard while a person sets up a node, monitored or not (D18). Bounded: further ones are counted.
struct Discovery: Sendable {
    /// A device that was heard.
    struct Device: Sendable {
        var beacon: BeaconIdentity?
        var name: ShortText
        var rssi: Int8?
        var lastSeen: Instant
    }

    /// Devices kept at most; as many as surely fit into one message.
    static let greatest = 200

    private(set) var devices: [UInt64: Device] = [:]
    /// Reports of devices beyond the bound.
    private(set) var dropped: Int64 = 0

    /// Notes what a report said.
    mutating func note(_ sighting: Sighting, at now: Instant) {
        let address = sighting.address.value
        guard address != 0 else { return }
        if devices[address] == nil, devices.count >= Self.greatest {
            dropped += 1
            return
        }
        var device = devices[address] ?? Device(beacon: nil, name: ShortText(), rssi: nil, lastSeen: now)
        device.beacon = sighting.identity ?? device.beacon
        if let name = sighting.name, !name.isEmpty { device.name = ShortText(name) }
        device.rssi = sighting.rssi ?? device.rssi
        device.lastSeen = now
        devices[address] = device
    }

    /// The answer to `discover`: the strongest first.
    func reply(at now: Instant) -> DiscoverReply {
        let sorted = devices.sorted { left, right in
            (left.value.rssi ?? .min, right.key) > (right.value.rssi ?? .min, left.key)
        }
        return DiscoverReply(
            devices: sorted.map { address, device in
                DiscoveredDevice(
                    address: BluetoothAddress(truncating: address), beacon: device.beacon?.id,
                    name: device.name.isEmpty ? nil : device.name.text, rssi: device.rssi.map { Int($0) },
                    age: max((now - device.lastSeen).saturatedMilliseconds, 0))
            }, dropped: dropped > 0 ? dropped : nil)
    }
}
