extension Management {
    /// What the kernel says.
    public enum Event: Equatable, Sendable {
        /// Command Complete, or Command Status, which has no values.
        case complete(opcode: UInt16, index: UInt16, status: UInt8, values: [UInt8])
        /// Controller Error and its code.
        case controllerError(index: UInt16, UInt8)
        /// An adapter came (Index Added).
        case added(index: UInt16)
        /// An adapter went, or somebody took it for himself alone (Index Removed).
        case removed(index: UInt16)
        /// What an adapter does now (New Settings).
        case settings(index: UInt16, Settings)
        /// Whether the kernel looks for devices for somebody (Discovering).
        case discovering(index: UInt16, Bool)
        /// Somebody else has removed an advertisement monitor; 0 is all of them, as bluetoothd does when it starts.
        case monitorRemoved(index: UInt16, handle: UInt16)

        /// Reads one message; nil for other events and for broken ones.
        public init?(_ message: UnsafeRawBufferPointer) {
            func word(_ offset: Int) -> UInt16 { UInt16(message[offset]) | UInt16(message[offset + 1]) << 8 }
            guard message.count >= 6, message.count >= 6 + Int(word(4)) else { return nil }
            let index = word(2)
            let body = UnsafeRawBufferPointer(rebasing: message[6..<6 + Int(word(4))])
            switch word(0) {
            case 0x0001, 0x0002:
                guard body.count >= 3 else { return nil }
                let opcode = UInt16(body[0]) | UInt16(body[1]) << 8
                self = .complete(opcode: opcode, index: index, status: body[2], values: Array(body.dropFirst(3)))
            case 0x0003:
                guard let code = body.first else { return nil }
                self = .controllerError(index: index, code)
            case 0x0004: self = .added(index: index)
            case 0x0005: self = .removed(index: index)
            case 0x0006:
                guard body.count >= 4 else { return nil }
                self = .settings(index: index, Settings(body))
            case 0x0013:
                guard body.count >= 2 else { return nil }
                self = .discovering(index: index, body[1] != 0)
            case 0x002c:
                guard body.count >= 2 else { return nil }
                self = .monitorRemoved(index: index, handle: UInt16(body[0]) | UInt16(body[1]) << 8)
            default: return nil
            }
        }
    }
}
