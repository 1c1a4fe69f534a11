internal import Schema

/// Which addresses said that they are SwitchBot meters. A meter tells its model in the scan response and measures in
/// the advertisement, so the two must be brought together. Bounded: 64 addresses, direct-mapped.
struct SwitchBotMemory {
    private var addresses: [UInt64] = []

    private static func place(_ address: BluetoothAddress) -> Int {
        Int((address.value &* 0x9e37_79b9_7f4a_7c15) >> 58)
    }

    /// Notes what an address is.
    mutating func note(_ address: BluetoothAddress, isMeter: Bool) {
        guard isMeter || contains(address) else { return }
        if addresses.isEmpty { addresses = Array(repeating: 0, count: 64) }
        addresses[Self.place(address)] = isMeter ? address.value : 0
    }

    func contains(_ address: BluetoothAddress) -> Bool {
        !addresses.isEmpty && address.value != 0 && addresses[Self.place(address)] == address.value
    }
}
