/// Everything that is wrong with one record, each a sentence that names the field, the reason and what is expected.
struct RecordProblems: Error, Equatable {
    /// Never empty, at most 8.
    private(set) var reasons: [String] = []

    static let maximumReasons = 8

    init(_ reasons: [String]) {
        self.reasons = Array(reasons.prefix(Self.maximumReasons))
    }

    /// All of it in one line.
    var text: String { reasons.joined(separator: "; ") }
}
