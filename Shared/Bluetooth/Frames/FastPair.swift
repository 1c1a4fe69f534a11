/// Google Fast Pair service data (UUID 0xfe2c): the model of a device that waits to be paired, or a filter of the
/// accounts it is paired with. A borrowed view.
public enum FastPair {
    /// 24 bits, assigned by Google.
    case model(UInt32)
    /// A Bloom filter over account keys, and what was hashed with each.
    case accounts(Accounts)

    /// The parts of an account filter.
    public struct Accounts {
        /// High nibble of the first byte.
        public var version: UInt8
        /// The filter's bytes.
        public var filter: UnsafeRawBufferPointer
        /// The salt, one or two bytes; empty where there is none.
        public var salt: UnsafeRawBufferPointer
        /// Whether a phone is to show the device.
        public var showsInterface: Bool
    }

    /// Reads what follows the UUID; nil if it is neither.
    public init?(_ data: UnsafeRawBufferPointer) {
        guard data.count >= 3, let base = data.baseAddress else { return nil }
        if data.count == 3 {
            self = .model(base.big24(0))
            return
        }
        let empty = UnsafeRawBufferPointer(start: base, count: 0)
        var accounts: Accounts?
        var salt = empty
        // After version and flags: fields of length (high nibble), type (low nibble) and value.
        var offset = 1
        while offset < data.count {
            let length = Int(data[offset] >> 4)
            guard length <= data.count - offset - 1 else { return nil }
            let value = UnsafeRawBufferPointer(start: base + offset + 1, count: length)
            switch data[offset] & 0x0f {
            case 0x0, 0x2:
                accounts = Accounts(
                    version: data[0] >> 4, filter: value, salt: empty, showsInterface: data[offset] & 0x0f == 0)
            case 0x1: salt = value
            default: break
            }
            offset += length + 1
        }
        guard var accounts else { return nil }
        accounts.salt = salt
        self = .accounts(accounts)
    }
}
