public import Schema

/// Which adapter (R6).
public enum AdapterChoice: Sendable, Hashable, CustomStringConvertible {
    /// The first usable one.
    case first
    /// hci0, hci1, …: the kernel may give another number after the adapter was away.
    case index(UInt16)
    /// By its Bluetooth address, whatever its number.
    case address(BluetoothAddress)
    /// By the name it has been given.
    case name(String)

    /// Reads an address, `hci0`, a number, or a name of at most 248 bytes; nil for anything else.
    public init?(_ text: String) {
        if let address = BluetoothAddress(text.lowercased()) {
            self = .address(address)
        } else if let index = UInt16(text.hasPrefix("hci") ? String(text.dropFirst(3)) : text) {
            self = .index(index)
        } else if (1...248).contains(text.utf8.count) {
            self = .name(text)
        } else {
            return nil
        }
    }

    /// As it is written; `hci` for the first.
    public var description: String {
        switch self {
        case .first: "hci"
        case .index(let index): "hci\(index)"
        case .address(let address): address.description
        case .name(let name): name
        }
    }
}
