/// The kernel's Bluetooth management interface (BlueZ mgmt-api): commands and events as bytes.
public enum Management {
    /// No particular adapter.
    public static let anyIndex: UInt16 = 0xffff

    /// What a status means (mgmt-api, "Error codes").
    public static func meaning(_ status: UInt8) -> String {
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
