extension Management {
    /// A command for the kernel.
    public enum Command: Hashable, Sendable {
        /// Which adapters there are (Read Controller Index List).
        case readIndexList
        /// What an adapter is (Read Controller Information).
        case readInfo(index: UInt16)
        /// Switches an adapter on or off (Set Powered); needs CAP_NET_ADMIN.
        case setPowered(index: UInt16, Bool)
        /// Makes the kernel scan passively without a duplicate filter for as long as the monitor exists. The pattern
        /// (flags: general discoverable, no BR/EDR) only says of what the kernel itself would tell.
        case addMonitor(index: UInt16)
        /// Ends such a monitor (Remove Advertisement Monitor).
        case removeMonitor(index: UInt16, handle: UInt16)

        /// Its code.
        public var opcode: UInt16 {
            switch self {
            case .readIndexList: 0x0003
            case .readInfo: 0x0004
            case .setPowered: 0x0005
            case .addMonitor: 0x0052
            case .removeMonitor: 0x0053
            }
        }

        /// As it travels: opcode, index and length, 16 bits each, little endian, then the parameters.
        public var bytes: [UInt8] {
            let index: UInt16
            let body: [UInt8]
            switch self {
            case .readIndexList: (index, body) = (anyIndex, [])
            case .readInfo(let number): (index, body) = (number, [])
            case .setPowered(let number, let isOn): (index, body) = (number, [isOn ? 1 : 0])
            case .addMonitor(let number):
                // One pattern: AD type 1, offset 0, length 1, value 0x06 in a field of 31 bytes.
                (index, body) = (number, [1, 1, 0, 1, 6] + [UInt8](repeating: 0, count: 30))
            case .removeMonitor(let number, let handle):
                (index, body) = (number, [UInt8(truncatingIfNeeded: handle), UInt8(handle >> 8)])
            }
            return [opcode, index, UInt16(body.count)].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
                + body
        }
    }
}
