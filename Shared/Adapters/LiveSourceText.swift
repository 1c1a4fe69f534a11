public import Bluetooth
internal import ServiceKit

/// One live source, as it is written.
public enum LiveSourceText: Sendable, Hashable {
    case adapter(AdapterChoice, mode: BluetoothMode?)
    /// A controller on a byte stream.
    case stream(StreamPlace)

    /// Whether a text is meant as a live source.
    public static func begins(_ text: some StringProtocol) -> Bool {
        text == "hci" || ["hci:", "hci?", "hci,", "h4:"].contains { text.hasPrefix($0) }
    }

    /// Nil for anything else.
    public init?(_ text: Substring) {
        if text.hasPrefix("h4:") {
            guard let place = Self.place(text.dropFirst(3)) else { return nil }
            self = .stream(place)
            return
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var mode: BluetoothMode?
        if parts.count == 2 {
            guard parts[1].hasPrefix("mode="), let word = BluetoothMode(rawValue: String(parts[1].dropFirst(5))) else {
                return nil
            }
            mode = word
        }
        if parts[0] == "hci" {
            self = .adapter(.first, mode: mode)
        } else {
            guard parts[0].hasPrefix("hci:"), let choice = AdapterChoice(String(parts[0].dropFirst(4))) else {
                return nil
            }
            self = .adapter(choice, mode: mode)
        }
    }

    /// Whether both name the same radio in the same way, in whatever mode and at whatever speed.
    public func isSame(_ other: LiveSourceText) -> Bool {
        switch (self, other) {
        case (.adapter(let one, _), .adapter(let two, _)): one == two
        case (.stream(.serial(let one, _)), .stream(.serial(let two, _))): one == two
        default: self == other
        }
    }

    private static func place(_ text: Substring) -> StreamPlace? {
        guard text.hasPrefix("/") else {
            guard let address = NetworkAddress(String(text)), address.port > 0 else { return nil }
            return .tcp(host: address.host, port: address.port)
        }
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        let speed = parts.count == 2 ? Int(parts[1]) : 115_200
        guard let speed, SerialSpeed.all.contains(where: { $0.bits == speed }), parts[0].count > 1 else { return nil }
        return .serial(path: String(parts[0]), speed: speed)
    }
}
