import Bluetooth
import Schema
import Tracking

/// The devices heard while a person sets up a node, monitored or not (D18): a device that is several beacons by turns
/// stands there once as each. Bounded: further ones are counted.
struct Discovery: Sendable {
    /// A device as one of the beacons it is.
    struct Key: Hashable, Sendable {
        var address: UInt64
        var beacon: BeaconIdentity?
    }

    /// What was heard of it.
    struct Device: Sendable {
        var kind: DeviceKind
        var data: [UInt8]
        var name: ShortText
        var rssi: Int8?
        var strengths = StrengthHistogram()
        var reports: Int64 = 0
        var lastSeen: Instant
    }

    /// Whose it is.
    let number: UInt64
    /// The real moment of its end.
    let until: Instant

    /// Devices kept at most.
    static let greatest = 200
    /// Bytes of advertising data kept of each.
    static let dataBytes = 64
    /// Room for the devices in the answer, bytes.
    static let room = 56 * 1_024

    private(set) var devices: [Key: Device] = [:]
    /// What each device was last; reports that name no beacon count there.
    private var latest: [UInt64: BeaconIdentity] = [:]
    /// Reports of devices beyond the bound.
    private(set) var dropped: Int64 = 0

    init(number: UInt64, until: Instant) {
        self.number = number
        self.until = until
    }

    /// Notes what a report said that was heard at `now`.
    mutating func note(_ sighting: Sighting, _ data: UnsafeRawBufferPointer, at now: Instant) {
        let address = sighting.address.value
        // Some gateways tell the beacon alone.
        guard address != 0 || sighting.identity != nil else { return }
        let known = address == 0 ? nil : latest[address]
        let key = Key(address: address, beacon: sighting.identity ?? known)
        if known == nil, key.beacon != nil, address != 0 {
            // What it was before it said who it is.
            devices[key] = devices.removeValue(forKey: Key(address: address, beacon: nil))
        }
        if devices[key] == nil, devices.count >= Self.greatest {
            dropped += 1
            return
        }
        if address != 0 { latest[address] = key.beacon }
        devices[
            key, default: Device(kind: .unknown, data: [], name: ShortText(), rssi: nil, lastSeen: now)
        ].note(sighting, data.prefix(Self.dataBytes), at: now)
    }

    /// The answer to `discover`: the strongest first, as many as fit into one message.
    func reply(at now: Instant) -> DiscoverReply {
        let sorted = devices.sorted { left, right in
            (left.value.rssi ?? .min, right.key.address) > (right.value.rssi ?? .min, left.key.address)
        }
        var found: [DiscoveredDevice] = []
        var room = Self.room
        for (key, device) in sorted {
            let entry = DiscoveredDevice(
                address: BluetoothAddress(truncating: key.address), beacon: key.beacon?.id,
                kind: device.kind == .unknown ? nil : device.kind.name.description,
                data: HexDigits.text(device.data), name: device.name.isEmpty ? nil : device.name.text,
                rssi: device.rssi.map { Int($0) }, reports: device.reports, median: device.strengths.median,
                deviation: device.strengths.deviation, age: max((now - device.lastSeen).saturatedMilliseconds, 0))
            room -= (try? JSONValue(encoding: entry).bytes.count + 1) ?? room + 1
            if room < 0 { break }
            found.append(entry)
        }
        let left = dropped + Int64(sorted.count - found.count)
        return DiscoverReply(devices: found, dropped: left > 0 ? left : nil)
    }
}

extension Discovery.Device {
    fileprivate mutating func note(_ sighting: Sighting, _ bytes: Slice<UnsafeRawBufferPointer>, at now: Instant) {
        if sighting.kind != .unknown { kind = sighting.kind }
        data.removeAll(keepingCapacity: true)
        data.append(contentsOf: bytes)
        if let said = sighting.name, !said.isEmpty { name = ShortText(said) }
        if let strength = sighting.rssi {
            rssi = strength
            strengths.add(strength)
        }
        reports &+= 1
        lastSeen = max(lastSeen, now)
    }
}
