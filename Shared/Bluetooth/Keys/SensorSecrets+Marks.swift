internal import Schema

extension SensorSecrets {
    /// How far the devices with keys have counted.
    public var marks: [ReplayMark] {
        binds.devices.flatMap { device in
            device.guards.indices.compactMap { scheme in
                device.guards[scheme].newest.map {
                    ReplayMark(
                        address: BluetoothAddress(truncating: device.address), key: device.fingerprint,
                        scheme: UInt8(scheme), counter: $0)
                }
            }
        }
    }

    /// Goes on where the devices had counted to; of those that have been heard already, and those without that key,
    /// nothing is taken. The silence after which a device may begin anew counts from now.
    public mutating func restore(_ marks: [ReplayMark]) {
        for mark in marks {
            guard let device = binds.find(mark.address),
                binds.devices[device].guards.indices.contains(Int(mark.scheme)),
                binds.devices[device].fingerprint == mark.key,
                binds.devices[device].guards[Int(mark.scheme)].newest == nil
            else { continue }
            binds.devices[device].guards[Int(mark.scheme)].take(mark.counter, at: now)
        }
    }
}
