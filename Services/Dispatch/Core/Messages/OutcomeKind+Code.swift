import Schema

extension OutcomeKind {
    /// Its number in the ledger.
    var code: Int64 {
        switch self {
        case .done: 1
        case .none: 2
        case .joined: 3
        case .expired: 4
        case .failed: 5
        }
    }

    /// The kind of a number in the ledger.
    init?(code: Int64) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}
