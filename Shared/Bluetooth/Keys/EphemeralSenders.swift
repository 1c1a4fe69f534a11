internal import Schema

/// Which address last sent an identifier of which beacon: encrypted telemetry names none. A table of fixed size; a
/// newcomer takes the place of whoever had it.
struct EphemeralSenders {
    private static let places = 1_024

    private struct Place {
        var address: UInt64 = .max
        var match = EphemeralResolver.Match(beacon: 0, counter: 0)
    }

    private var table: [Place] = []
    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed | 1
    }

    /// Notes that an address sent an identifier.
    mutating func note(_ match: EphemeralResolver.Match, from address: BluetoothAddress) {
        if table.isEmpty { table = Array(repeating: Place(), count: Self.places) }
        table[place(of: address.value)] = Place(address: address.value, match: match)
    }

    /// What the address last sent.
    func match(_ address: BluetoothAddress) -> EphemeralResolver.Match? {
        guard !table.isEmpty else { return nil }
        let place = table[place(of: address.value)]
        return place.address == address.value ? place.match : nil
    }

    private func place(of address: UInt64) -> Int {
        Int((address &* seed &* 0x9e37_79b9_7f4a_7c15) >> 54)
    }
}
