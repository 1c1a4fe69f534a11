import Schema

/// Follows the one import that may be under way: whose it is, which part comes next, when it is given up.
///
/// A value without time and storage of its own: it says what to do with a part, and is told what became of it.
struct ImportSession<Reply> {
    /// How long the next part may take before the import is given up.
    static var patience: Duration { .seconds(60) }
    /// The most rows one import may have.
    static var maximumRows: Int { 1_000_000 }

    /// What identifies a part.
    struct Part: Equatable {
        var requester: Requester
        var importID: String
        /// Counted from 0.
        var number: Int64
        var rows: Int
    }

    /// What to do with a part.
    enum Decision {
        /// Check and stage its rows. `begins`: throw away what an earlier import left, first.
        case stage(begins: Bool)
        /// It was answered before, and the answer did not arrive: send the same again.
        case repeated(Reply)
        /// It cannot be taken.
        case refuse(BeaconBusError)
    }

    /// The import under way.
    private struct Active {
        var requester: Requester
        var importID: String
        var nextPart: Int64 = 0
        var rows = 0
        var badRows = 0
        var heardAt: Instant
    }

    private var active: Active?
    private var lastAnswer: (part: Part, reply: Reply)?

    init() {}

    /// Whether an import is under way.
    var isActive: Bool { active != nil }
    /// The rows staged so far, and those found wrong.
    var rows: Int { active?.rows ?? 0 }
    var badRows: Int { active?.badRows ?? 0 }
    /// When the import under way is given up.
    var deadline: Instant? { active.map { $0.heardAt + Self.patience } }

    /// Judges a part that arrived.
    mutating func receive(_ part: Part, _ now: Instant) -> Decision {
        if let lastAnswer, lastAnswer.part == part {
            active?.heardAt = now
            return .repeated(lastAnswer.reply)
        }
        guard var current = active else {
            guard part.number == 0 else { return .refuse(Self.notBegun(part)) }
            active = Active(requester: part.requester, importID: part.importID, heardAt: now)
            return .stage(begins: true)
        }
        guard current.requester == part.requester else {
            return .refuse(
                BeaconBusError(
                    .busy, "Another import is under way", reason: "\(current.requester) is importing",
                    suggestion: "Try again when it is done, or in \(Self.patience.components.seconds) seconds."))
        }
        // The same asker with another import: it gave the first one up, perhaps without being able to say so.
        if part.importID != current.importID {
            guard part.number == 0 else { return .refuse(Self.notBegun(part)) }
            active = Active(requester: part.requester, importID: part.importID, heardAt: now)
            return .stage(begins: true)
        }
        guard part.number == current.nextPart else {
            return .refuse(
                BeaconBusError(
                    .commandInvalid, "A part of the import is missing",
                    reason: "part \(current.nextPart) is next, and part \(part.number) came",
                    suggestion: "Send the parts in order, each after the answer to the one before.", retryable: false))
        }
        guard current.rows + part.rows <= Self.maximumRows else {
            return .refuse(
                BeaconBusError(
                    .commandInvalid, "The import is too large",
                    reason: "it has more than \(Self.maximumRows) rows",
                    suggestion: "Import in several files.", retryable: false))
        }
        current.heardAt = now
        active = current
        return .stage(begins: false)
    }

    /// Notes that a part was staged, and how many of its rows are wrong.
    mutating func staged(badRows: Int, of part: Part) {
        active?.nextPart = part.number + 1
        active?.rows += part.rows
        active?.badRows += badRows
    }

    /// Notes how a part was answered, should it come again.
    mutating func answered(_ part: Part, _ reply: Reply) {
        lastAnswer = (part, reply)
    }

    /// Notes that the import is over, whatever its end, and how its last part is answered.
    mutating func ended(_ part: Part, reply: Reply) {
        active = nil
        lastAnswer = (part, reply)
    }

    /// Gives the import up if its next part did not come in time.
    mutating func expire(_ now: Instant) -> Bool {
        guard let deadline, now >= deadline else { return false }
        abandon()
        return true
    }

    /// Gives the import up at once.
    mutating func abandon() {
        active = nil
        lastAnswer = nil
    }

    private static func notBegun(_ part: Part) -> BeaconBusError {
        BeaconBusError(
            .commandInvalid, "No such import is under way",
            reason: "part \(part.number) of import \(quoted(part.importID)) came, and part 0 did not",
            suggestion: "Begin again with part 0: it was given up, or the service has been restarted.",
            retryable: true)
    }
}
