import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Carries out a command; it gets exactly one answer, if it wants one.
    func carryOut(
        _ command: AuthorityCommand, _ requester: Requester, _ message: IncomingMessage, _ link: BusLink
    ) {
        let by = Operator(name: requester.description, topic: message.topicName)
        switch command {
        case .nodeAdd: run(message, link) { try nodeAdd($0, by, link) }
        case .nodeApprove: run(message, link) { try nodeApprove($0, by, link) }
        case .nodeRevoke: run(message, link) { try nodeRevoke($0, by, link) }
        case .nodeForget: run(message, link) { try nodeForget($0, by, link) }
        case .nodeList: run(message, link) { try nodeList($0, by, link) }
        case .appPut: run(message, link) { try appPut($0, by, link) }
        case .appList: run(message, link) { try appList($0, by, link) }
        case .appSecret: run(message, link) { try appSecret($0, by, link) }
        case .appTest: run(message, link) { try appTest($0, by, link) }
        case .tokenCreate: run(message, link) { try tokenCreate($0, by, link) }
        case .issue: run(message, link) { try issue($0, by, link) }
        case .revoke: run(message, link) { try revoke($0, by, link) }
        case .certificateList: run(message, link) { try certificateList($0, by, link) }
        }
    }

    /// Who gave a command, and on which topic.
    struct Operator {
        let name: String
        let topic: String
    }

    /// Opens a command and does it; what it throws is its one answer.
    private func run<Body: Message>(
        _ message: IncomingMessage, _ link: BusLink, _ body: (Request<Body>) throws -> Void
    ) {
        guard let request = command(message, as: Body.self, link) else { return }
        do {
            try body(request)
        } catch {
            refuse(request.reply, BeaconBusError.common(error), message.topicName, link)
        }
    }

    /// A line for the audit log, written when the command's effect is durable.
    func note(_ event: AuthorityCommand, _ by: Operator, _ fill: (inout AuditEntry) -> Void) {
        var entry = AuditEntry(event.rawValue, now)
        entry.by = by.name
        fill(&entry)
        let made = entry
        afterCommit { [unowned self] in
            audit.write(made)
        } else: { [unowned self] error in
            var failed = made
            failed.outcome = error.code.description
            audit.write(failed)
        }
    }

    /// Once the change is durable, tells the gate, waits until the broker has taken it over, and goes on; where that did
    /// not become durable, refuses.
    func whenApplied(
        _ reply: ReplyAddress?, _ by: Operator, _ link: BusLink, _ done: @escaping (Duration?) -> Void
    ) {
        onceApplied(link, done) { [unowned self] error in refuse(reply, error, by.topic, link) }
    }

    /// The same for what nobody has asked for.
    func onceApplied(
        _ link: BusLink, _ done: @escaping (Duration?) -> Void, else undone: @escaping (BeaconBusError) -> Void
    ) {
        let began = link.now
        afterCommit { [unowned self] in
            // Written once for all commands of the pass.
            publication.isUrgent = true
            publication.waiting.append { [unowned self] in
                gate.wait(
                    revision: publication.revision, listNumber: publication.listNumber, began: began, link.now
                ) { [unowned self] duration in
                    if duration == nil { counters.unconfirmed.add() }
                    done(duration)
                }
            }
        } else: { error in
            undone(error)
        }
    }
}
