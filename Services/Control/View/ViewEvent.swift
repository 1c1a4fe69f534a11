import Schema

/// One thing that happened at a site, ready to be shown to a person.
struct ViewEvent: Sendable, Equatable {
    /// What kind of thing; it decides colour and column.
    enum Kind: String, Sendable, CaseIterable {
        case active, inactive, changed
        case node, action, outcome, metadata, service, warning, error, note
    }

    var kind: Kind
    /// The node, service or program it comes from.
    var origin: String
    /// What it is about, such as a beacon.
    var subject: String
    /// The rest of the line.
    var detail: String
    /// Of little interest by itself: shown dimmed.
    var isMinor: Bool

    /// Texts come from outside at least in part, so all of them are made printable and bounded here.
    init(kind: Kind, origin: String, subject: String, detail: String, isMinor: Bool = false) {
        self.kind = kind
        self.origin = Printable.text(origin, limit: 40)
        self.subject = Printable.text(subject, limit: 420)
        self.detail = Printable.text(detail, limit: 420)
        self.isMinor = isMinor
    }
}
