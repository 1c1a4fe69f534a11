/// Where reports come from, as `--source` says it.
public enum SourceText: Sendable, Hashable {
    case simulation
    case recording(path: String)
    /// One or several, separated by commas.
    case live([LiveSourceText])

    /// Live sources at most: as many as the status names.
    public static let mostLive = 16

    /// How a source is written, for help and errors.
    public static let forms =
        "sim, the path of a recording, hci, hci:ADDRESS, hci:hci0, hci:NAME (each with ?mode=raw, user or monitor), "
        + "h4:HOST:PORT or h4:/dev/TTY@BAUD; several live ones separated by commas"

    /// Nil for a text that begins as a live source and is none, and for one that names a source twice.
    public init?(_ text: String) {
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
            guard let source = LiveSourceText(part), !sources.contains(where: source.isSame) else { return nil }
            sources.append(source)
        }
        guard sources.count <= Self.mostLive else { return nil }
        self = .live(sources)
    }
}
