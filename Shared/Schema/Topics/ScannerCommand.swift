/// What a lifecycle tells its scanner.
public enum ScannerCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case scan, halt, discover
}
