import Bus
import Schema
import ServiceKit

extension MetadataHandler {
    /// Carries out a command; it gets exactly one answer, if it wants one.
    func carryOut(
        _ command: MetadataCommand, _ requester: Requester, _ message: IncomingMessage, _ link: BusLink
    ) {
        switch command {
        case .put: put(message, link)
        case .delete: delete(message, link)
        case .list: list(message, link)
        case .import: takePart(message, requester, link)
        case .configure: configure(message, link)
        case .calibrate: calibrate(message, link)
        }
    }

    /// Adds or replaces records; a bad one is refused alone.
    private func put(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: PutCommand.self, link) else { return }
        var good: [RegistryRecord] = []
        var problems: [RecordProblem] = []
        for (index, value) in request.body.records.enumerated() {
            do throws(RecordProblems) {
                good.append(try RegistryRecord(validating: value))
            } catch {
                problems.append(RecordProblem(line: Int64(index), reason: error.bounded))
            }
        }
        let result = access.result(link.now) { registry in
            good.isEmpty ? RegistryChange(revision: registry.revision) : try registry.put(good)
        }
        switch result {
        case .success(let change):
            answer(
                request.reply,
                ChangeReply(
                    revision: change.revision, changed: Int64(change.added + change.updated), problems: problems), link)
            registryChanged(change, link)
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    private func delete(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: DeleteCommand.self, link) else { return }
        var beacons: [BeaconID] = []
        var problems: [RecordProblem] = []
        for (index, text) in request.body.beacons.enumerated() {
            do throws(BeaconBusError) {
                beacons.append(try BeaconID(validating: text))
            } catch {
                problems.append(RecordProblem(line: Int64(index), reason: error.reason))
            }
        }
        switch access.result(link.now, { try $0.delete(beacons) }) {
        case .success(let (change, missing)):
            answer(
                request.reply,
                ChangeReply(
                    revision: change.revision, changed: Int64(change.removed), missing: Int64(missing.count),
                    problems: problems), link)
            registryChanged(change, link)
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    private func list(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: ListCommand.self, link) else { return }
        guard let reply = request.reply else {
            counters.refused.add()
            return
        }
        switch access.result(link.now, { try ListReplyWriter.page(of: $0, request.body) }) {
        case .success(let members):
            counters.commands.add()
            attempt("page") {
                try link.reply(to: reply) { head throws(BeaconBusError) in
                    try MessageCoder.encode(head, members: members)
                }
            }
        case .failure(let error): refuse(reply, error, message.topicName, link)
        }
    }
}

extension RecordProblems {
    /// The text, short enough that the problems of a whole part fit into one answer.
    var bounded: String {
        let limit = 240
        guard text.utf8.count > limit else { return text }
        return String(decoding: text.utf8.prefix(limit - 4), as: UTF8.self) + " …"
    }
}
