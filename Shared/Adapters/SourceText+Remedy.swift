internal import Bluetooth
internal import Schema
internal import ServiceKit

extension SourceText {
    /// What is said of a path at which nothing is: how a radio, or several, are written, where the text looks like that;
    /// else nil.
    public static func remedy(forMissing path: String) -> String? {
        let parts = path.lowercased().split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop(while: \.isWhitespace))
        }
        guard parts.count > 1 || parts.contains(where: looksLive) else { return nil }
        return (parts.count > 1 ? "Only radios can be several; a recording, and sim, stand alone. " : "")
            + "Write hci, hci:hci0, hci:AA:BB:CC:DD:EE:FF or hci:NAME for an adapter of this machine, each with ?mode=raw, "
            + "user or monitor if need be; h4:HOST:PORT or h4:/dev/TTY@BAUD for a controller on a byte stream; several "
            + "separated by commas. The words hci and h4 are in small letters."
    }

    private static func looksLive(_ text: String) -> Bool {
        if text.hasPrefix("h4:") || text.hasPrefix("hci:") || text.hasPrefix("mode=") { return true }
        if BluetoothAddress(lenient: text) != nil || NetworkAddress(text) != nil { return true }
        if text.contains(":"), text.allSatisfy({ $0 == ":" || $0.isHexDigit }) { return true }
        // Anything with a folder or an ending is meant as a file.
        guard !text.contains("/"), !text.contains(".") else { return false }
        return ["hci", "h4", "ble", "bt", "bluetooth", "adapter", "sim"].contains { text.hasPrefix($0) }
            || text.contains("mode=") || BluetoothMode(rawValue: text) != nil
    }
}
