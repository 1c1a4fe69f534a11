import Bluetooth
import Schema

extension KeyRing {
    /// The keys of an answer; those of a kind or form that this version cannot use are left out.
    init(_ keys: [DecodingKey]) {
        self.init(keys.compactMap { Entry($0) })
    }
}

extension KeyRing.Entry {
    /// Nil for a key that cannot be used.
    init?(_ key: DecodingKey) {
        let use: Use
        switch key.kind {
        case .irk: use = .irk
        case .eddystoneEID:
            guard let scaler = key.scaler.flatMap({ UInt8(exactly: $0) }), let offset = key.offset else { return nil }
            use = .eddystoneEID(scaler: scaler, offset: offset)
        case .bindKey:
            guard let address = key.address else { return nil }
            use = .bind(address)
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        let digits = key.key.utf8
        guard digits.count == 32 || (digits.count == 24 && key.kind == .bindKey) else { return nil }
        var high: UInt8?
        for digit in digits {
            guard let value = HexDigits.value(digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        self.init(name: key.name, use: use, consuming: &bytes)
    }
}
