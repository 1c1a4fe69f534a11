internal import Schema

/// The keys of devices by their address, each with its counters: these go with the key, so that no crowd of other
/// addresses can make them forgotten.
struct BindKeys {
    /// One device's key and what is kept of it.
    struct Device {
        let address: UInt64
        let material: KeyMaterial
        let cipher: BindCipher
        /// Of its key.
        let fingerprint: UInt32
        var guards = InlineArray<5, ReplayGuard>(repeating: ReplayGuard())
        var memory = EventMemory()
    }

    /// The devices.
    var devices: [Device] = []
    /// Entries that cannot be used: keys of a wrong length, a second key of the same device.
    private(set) var unusable = 0
    /// Open addressing: index + 1, 0 = free; a power of two and at most half full.
    private var slots: [UInt16] = []
    private let seed: UInt64

    init(_ ring: KeyRing, seed: UInt64) {
        self.seed = seed | 1
        var size = 8
        while size < ring.entries.count * 2 { size *= 2 }
        for entry in ring.entries {
            guard case .bind(let address) = entry.use else { continue }
            if slots.isEmpty { slots = Array(repeating: 0, count: size) }
            guard find(address) == nil, let cipher = BindCipher(entry.material) else {
                unusable += 1
                continue
            }
            devices.append(
                Device(
                    address: address.value, material: entry.material, cipher: cipher,
                    fingerprint: entry.material.fingerprint))
            slots[slot(of: address.value)] = UInt16(devices.count)
        }
    }

    /// Takes over the counters of keys that were there before.
    mutating func inherit(from other: BindKeys) {
        for index in devices.indices {
            let address = BluetoothAddress(truncating: devices[index].address)
            guard let old = other.find(address), devices[index].material.isEqual(to: other.devices[old].material)
            else { continue }
            devices[index].guards = other.devices[old].guards
            devices[index].memory = other.devices[old].memory
        }
    }

    /// The index of the device at an address.
    @inline(__always)
    func find(_ address: BluetoothAddress) -> Int? {
        guard !slots.isEmpty else { return nil }
        let found = slots[slot(of: address.value)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// Where the address is or would be.
    private func slot(of address: UInt64) -> Int {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: (address &* seed &* 0x9e37_79b9_7f4a_7c15) >> 32) & mask
        while slots[index] != 0 && devices[Int(slots[index]) - 1].address != address { index = (index + 1) & mask }
        return index
    }
}
