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

    /// Reads an address, as people type it too, `hci0`, a number, or a name of at most 248 bytes; nil for anything else,
    /// and for what can only be one of the others with a mistake in it.
    public init?(_ text: String) {
        let small = text.lowercased()
        let number = small.hasPrefix("hci") ? small.dropFirst(3) : small[...]
        if let address = BluetoothAddress(lenient: text) {
            self = .address(address)
        } else if let index = UInt16(number) {
            self = .index(index)
        } else if (1...248).contains(text.utf8.count), !Self.isMistaken(small), !number.allSatisfy(\.isNumber) {
            self = .name(text)
        } else {
            return nil
        }
    }

    /// Whether a text is no name: a mode, a part of an address, or something with space around it.
    private static func isMistaken(_ small: String) -> Bool {
        let isAddress = small.contains(":") && small.allSatisfy { $0 == ":" || $0.isHexDigit }
        return isAddress || small.contains("mode=") || small.first?.isWhitespace == true
            || small.last?.isWhitespace == true
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
