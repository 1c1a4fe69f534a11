/// A command for a Bluetooth controller (Core Specification Vol 4 Part E 7).
public struct HCICommand: Sendable, Hashable {
    /// Group (upper 6 bits) and number (lower 10).
    public let opcode: UInt16
    /// At most 255 bytes.
    public let parameters: [UInt8]

    init(_ opcode: UInt16, _ parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
    }

    /// As it travels: the H4 packet type 0x01, opcode, length, parameters (Vol 4 Part A 2).
    public var bytes: [UInt8] {
        [0x01, UInt8(truncatingIfNeeded: opcode), UInt8(opcode >> 8), UInt8(truncatingIfNeeded: parameters.count)]
            + parameters
    }

    /// Puts the controller into its initial state.
    public static let reset = HCICommand(0x0c03)
    /// Says which commands the controller knows.
    public static let readLocalSupportedCommands = HCICommand(0x1002)
    /// Says the controller's public address.
    public static let readAddress = HCICommand(0x1009)
    /// The events a scanner needs: Command Complete and Status need no bit; Hardware Error (15) and LE Meta (61).
    public static let setEventMask = HCICommand(0x0c01, little(1 << 15 | 1 << 61, 8))
    /// LE Advertising Report (bit 1) and LE Extended Advertising Report (bit 12).
    public static let setLEEventMask = HCICommand(0x2001, little(1 << 1 | 1 << 12, 8))

    /// The random address active scanning sends under where the controller has no public one.
    public static func setRandomAddress(_ address: UInt64) -> HCICommand {
        HCICommand(0x2005, little(address, 6))
    }

    /// Legacy scan parameters; refused while a scan is on.
    public static func setScanParameters(_ scan: ScanParameters, ownAddressType: UInt8) -> HCICommand {
        HCICommand(
            0x200b,
            [scan.isActive ? 1 : 0] + little(UInt64(scan.interval), 2) + little(UInt64(scan.window), 2)
                + [ownAddressType, 0])
    }

    /// Legacy scan on or off. The duplicate filter is always off: each reading counts (R7).
    public static func setScanEnable(_ isOn: Bool) -> HCICommand { HCICommand(0x200c, [isOn ? 1 : 0, 0]) }

    /// Extended scan parameters for one or both PHYs.
    public static func setExtendedScanParameters(_ scan: ScanParameters, ownAddressType: UInt8) -> HCICommand {
        let phy = [scan.isActive ? 1 : 0] + little(UInt64(scan.interval), 2) + little(UInt64(scan.window), 2)
        return HCICommand(
            0x2041,
            [ownAddressType, 0, scan.listensToCodedPHY ? 0b101 : 0b001] + phy
                + (scan.listensToCodedPHY ? phy : []))
    }

    /// Extended scan on or off, without end and without duplicate filter (R7).
    public static func setExtendedScanEnable(_ isOn: Bool) -> HCICommand {
        HCICommand(0x2042, [isOn ? 1 : 0, 0, 0, 0, 0, 0])
    }

    static func little(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }
}

extension HCICommand: CustomStringConvertible {
    /// The specification's name.
    public var description: String { Self.name(opcode) }

    static func name(_ opcode: UInt16) -> String {
        switch opcode {
        case 0x0c03: "Reset"
        case 0x0c01: "Set Event Mask"
        case 0x1002: "Read Local Supported Commands"
        case 0x1009: "Read BD_ADDR"
        case 0x2001: "LE Set Event Mask"
        case 0x2005: "LE Set Random Address"
        case 0x200b: "LE Set Scan Parameters"
        case 0x200c: "LE Set Scan Enable"
        case 0x2041: "LE Set Extended Scan Parameters"
        case 0x2042: "LE Set Extended Scan Enable"
        default: "command 0x" + HexDigits.text(UInt64(opcode), bytes: 2)
        }
    }
}
