/// What an operator tells the metadata service.
public enum MetadataCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case put, delete, list, `import`, configure, calibrate
}
