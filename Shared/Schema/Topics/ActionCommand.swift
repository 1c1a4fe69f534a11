/// What a consumer tells the dispatch service.
public enum ActionCommand: String, Codable, Sendable, Hashable, CaseIterable {
    case replay
}
