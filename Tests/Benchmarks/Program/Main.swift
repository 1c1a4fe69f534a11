import Glibc

/// Measures the rows named on the command line, or all, and prints them as a table or, with `--json`, as JSON lines.
@main
enum Main {
    static let rows: [any Row.Type] = [
        DecodeRow.self, SensorRow.self, TrackRow.self, ReactionRow.self, FloodRow.self, CodecRow.self, BusRow.self,
        DispatchRow.self, ServicesRow.self, EndToEndRow.self, EnrolmentRow.self, LiveFloodRow.self,
    ]

    static func main() async {
        let words = CommandLine.arguments.dropFirst()
        if words.contains("--help") { return show(help) }
        let names = words.filter { !$0.hasPrefix("--") }
        if let unknown = names.first(where: { name in !rows.contains { $0.name == name } }) {
            show("There is no row \(unknown).\n\(help)")
            exit(64)
        }
        var results: [(row: String, result: Result<[Measurement], any Error>)] = []
        for row in rows where names.isEmpty || names.contains(row.name) {
            do {
                results.append((row.name, .success(try await row.measure())))
            } catch {
                results.append((row.name, .failure(error)))
            }
        }
        show(words.contains("--json") ? Table.json(results) : Table.text(results))
    }

    private static var help: String {
        "Usage: Tests/Benchmarks/run [--json] [--decoders] [row…]\nRows:\n"
            + rows.map { "  \($0.name): \($0.summary)\n" }.joined()
    }

    private static func show(_ text: String) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(1, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
