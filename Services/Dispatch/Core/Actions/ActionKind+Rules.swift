import Schema

extension ActionKind {
    /// Its greatest age where the action does not say; nil for none (D16).
    var maximumAge: Duration? {
        switch self {
        case .checkIn: nil
        case .showAsset: .seconds(30)
        case .inboxAdd, .inboxSave: .seconds(86_400)
        }
    }

    /// Its number in the ledger; 0 stands for no action there.
    var code: Int64 {
        switch self {
        case .checkIn: 1
        case .showAsset: 2
        case .inboxAdd: 3
        case .inboxSave: 4
        }
    }

    /// The kind of a number in the ledger.
    init?(code: Int64) {
        guard let kind = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = kind
    }
}
