import Bluetooth
import Schema

/// The kernel's Bluetooth management interface (BlueZ mgmt-api): commands and events as bytes.
enum Management {
    /// No particular adapter.
    static let anyIndex: UInt16 = 0xffff

    /// A command for the kernel.
    enum Command: Hashable {
        case readIndexList
        case readInfo(index: UInt16)
        case setPowered(index: UInt16, Bool)
        /// Makes the kernel scan passively without a duplicate filter for as long as the monitor exists. The pattern
        /// (flags: general discoverable, no BR/EDR) only says of what the kernel itself would tell.
        case addMonitor(index: UInt16)
        case removeMonitor(index: UInt16, handle: UInt16)

        var opcode: UInt16 {
            switch self {
            case .readIndexList: 0x0003
            case .readInfo: 0x0004
            case .setPowered: 0x0005
            case .addMonitor: 0x0052
            case .removeMonitor: 0x0053
            }
        }

        var bytes: [UInt8] {
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

    /// What the kernel says.
    enum Event: Equatable {
        case complete(opcode: UInt16, index: UInt16, status: UInt8, values: [UInt8])
        case controllerError(index: UInt16, UInt8)
        case added(index: UInt16)
        case removed(index: UInt16)
        case settings(index: UInt16, Settings)
        case discovering(index: UInt16, Bool)
        /// Somebody else has removed an advertisement monitor; 0 is all of them, as bluetoothd does when it starts.
        case monitorRemoved(index: UInt16, handle: UInt16)

        /// Reads one message; nil for other events and for broken ones.
        init?(_ message: UnsafeRawBufferPointer) {
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

    /// What an adapter can, or does at the moment.
    struct Settings: OptionSet, Hashable {
        let rawValue: UInt32
        static let powered = Settings(rawValue: 1 << 0)
        static let lowEnergy = Settings(rawValue: 1 << 9)

        init(rawValue: UInt32) { self.rawValue = rawValue }

        init(_ bytes: some RandomAccessCollection<UInt8>) {
            self.init(
                rawValue: bytes.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    /// One adapter as the kernel describes it.
    struct Adapter: Equatable {
        var index: UInt16
        var address: BluetoothAddress
        var supported: Settings
        var current: Settings
        var name: String

        /// hci0, hci1, …
        var device: String { "hci\(index)" }

        /// Reads the answer to `readInfo`; nil for one that is too short.
        init?(index: UInt16, _ values: [UInt8]) {
            guard values.count >= 20 else { return nil }
            self.index = index
            address = BluetoothAddress(truncating: values[0..<6].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            supported = Settings(values[9..<13])
            current = Settings(values[13..<17])
            name = String(decoding: values.dropFirst(20).prefix(248).prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// What a status means (mgmt-api, "Error codes").
    static func meaning(_ status: UInt8) -> String {
        switch status {
        case 0x03: "it failed"
        case 0x0a: "busy"
        case 0x0b: "rejected"
        case 0x0c: "not supported"
        case 0x0f: "not powered"
        case 0x11: "invalid index"
        case 0x12: "blocked by rfkill"
        case 0x14: "permission denied"
        default: "status \(status)"
        }
    }
}
