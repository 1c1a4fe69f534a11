import Bluetooth
import Schema
import ServiceKit

/// Where reports come from, as `--source` says it.
enum SourceText: Sendable, Hashable {
    case simulation
    case recording(path: String)
    /// One or several, separated by commas.
    case live([LiveSourceText])

    /// How a source is written, for help and errors.
    static let forms =
        "sim, the path of a recording, hci, hci:ADDRESS, hci:hci0, hci:NAME (each with ?mode=raw, user or monitor), "
        + "h4:HOST:PORT or h4:/dev/TTY@BAUD; several live ones separated by commas"

    /// Nil for a text that begins as a live source and is none.
    init?(_ text: String) {
        if text == "sim" {
            self = .simulation
            return
        }
        guard LiveSourceText.begins(text) else {
            guard !text.isEmpty else { return nil }
            self = .recording(path: text)
            return
        }
        var sources: [LiveSourceText] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let source = LiveSourceText(part), !sources.contains(source) else { return nil }
            sources.append(source)
        }
        // As many as the status names.
        guard sources.count <= 16 else { return nil }
        self = .live(sources)
    }
}

/// One live source, as it is written.
enum LiveSourceText: Sendable, Hashable {
    case adapter(AdapterChoice, mode: BluetoothMode?)
    /// A controller on a byte stream.
    case stream(H4Source.Place)

    /// Whether a text is meant as a live source.
    static func begins(_ text: some StringProtocol) -> Bool {
        text == "hci" || ["hci:", "hci?", "hci,", "h4:"].contains { text.hasPrefix($0) }
    }

    init?(_ text: Substring) {
        if text.hasPrefix("h4:") {
            let rest = text.dropFirst(3)
            if rest.hasPrefix("/") {
                let parts = rest.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
                let speed = parts.count == 2 ? Int(parts[1]) : 115_200
                guard let speed, SerialSpeed.all.contains(where: { $0.bits == speed }), parts[0].count > 1 else {
                    return nil
                }
                self = .stream(.serial(path: String(parts[0]), speed: speed))
            } else {
                guard let address = NetworkAddress(String(rest)), address.port > 0 else { return nil }
                self = .stream(.tcp(host: address.host, port: address.port))
            }
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
}
