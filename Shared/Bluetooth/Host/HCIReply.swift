/// What a controller says besides advertising reports (Core Specification Vol 4 Part E 7.7).
public enum HCIReply: Sendable, Hashable {
    /// Command Complete with what follows the status; a Command Status that refuses has nothing more. `credits` is how
    /// many commands the controller takes now.
    case answered(opcode: UInt16, status: UInt8, values: [UInt8], credits: UInt8)
    /// How many commands the controller takes now: an event for no command, or a Command Status that only says that the
    /// answer will come.
    case granted(credits: UInt8)
    /// Hardware Error and its code.
    case hardwareError(UInt8)

    /// Reads an event that begins with its code; nil for any other event, or one that is cut short.
    public init?(_ event: UnsafeRawBufferPointer) {
        guard event.count >= 2, event.count >= 2 + Int(event[1]) else { return nil }
        let parameters = event[2..<2 + Int(event[1])]
        switch event[0] {
        case 0x0e:
            guard parameters.count >= 3 else { return nil }
            let opcode = UInt16(parameters[3]) | UInt16(parameters[4]) << 8
            if opcode == 0 {
                self = .granted(credits: parameters[2])
                return
            }
            guard parameters.count >= 4 else { return nil }
            self = .answered(
                opcode: opcode, status: parameters[5], values: Array(parameters.dropFirst(4)), credits: parameters[2])
        case 0x0f:
            guard parameters.count >= 4 else { return nil }
            let opcode = UInt16(parameters[4]) | UInt16(parameters[5]) << 8
            guard opcode != 0, parameters[2] != 0 else {
                self = .granted(credits: parameters[3])
                return
            }
            self = .answered(opcode: opcode, status: parameters[2], values: [], credits: parameters[3])
        case 0x10:
            guard let code = parameters.first else { return nil }
            self = .hardwareError(code)
        default: return nil
        }
    }

    /// What a status means (Vol 1 Part F), for the codes a scan meets.
    static func meaning(_ status: UInt8) -> String {
        let code = "0x" + HexDigits.text(UInt64(status), bytes: 1)
        switch status {
        case 0x01: return "\(code), unknown command"
        case 0x03: return "\(code), hardware failure"
        case 0x07: return "\(code), memory capacity exceeded"
        case 0x09: return "\(code), connection limit exceeded"
        case 0x0c: return "\(code), command disallowed"
        case 0x0d: return "\(code), limited resources"
        case 0x11: return "\(code), unsupported feature or parameter"
        case 0x12: return "\(code), invalid parameters"
        case 0x1f: return "\(code), unspecified error"
        case 0x3a: return "\(code), controller busy"
        default: return code
        }
    }
}
