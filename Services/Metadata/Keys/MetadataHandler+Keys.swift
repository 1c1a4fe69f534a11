import Bus
import Schema
import ServiceKit

/// Decoding keys (D13): put, removed and listed by operators, handed out to scanners; all below the private root.
extension MetadataHandler {
    /// Carries out an operator's command about keys.
    func carryOut(_ command: KeyCommand, _ message: IncomingMessage, _ link: BusLink) {
        switch command {
        case .put: putKeys(message, link)
        case .delete: deleteKeys(message, link)
        case .list: listKeys(message, link)
        }
    }

    /// Answers a scanner that asks for its keys: only the node of the topic, only below its scanner's own reply topic,
    /// which ``open(_:as:_:)`` sees to.
    func handOutKeys(to node: NodeID, _ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: KeysRequest.self, link) else { return }
        guard let reply = request.reply else {
            counters.refused.add()
            return
        }
        guard request.body.node == node else {
            return refuse(
                reply,
                BeaconBusError(
                    .commandInvalid, "The keys are not handed out",
                    reason: "the request is that of \(node), its body names \(request.body.node)",
                    suggestion: "Ask for the own node.", retryable: false), message.topicName, link)
        }
        let page = access.result(link.now) { registry in
            let (keys, next) = try registry.keys(after: request.body.after)
            return KeysReply(revision: try registry.keysRevision(), keys: keys.map(\.message), next: next)
        }
        switch page {
        case .success(let page):
            counters.keysHandedOut.add()
            attempt("keys") { try link.reply(to: reply, page) }
        case .failure(let error): refuse(reply, error, message.topicName, link)
        }
    }

    private func putKeys(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: KeyPutCommand.self, link) else { return }
        var keys: [CheckedKey] = []
        do throws(BeaconBusError) {
            for key in request.body.keys { keys.append(try CheckedKey(checking: key)) }
        } catch {
            return refuse(request.reply, error, message.topicName, link)
        }
        switch access.result(link.now, { [keys] in try $0.put(keys) }) {
        case .success(let change):
            answer(request.reply, KeyChangeReply(revision: change.revision, changed: change.changed), link)
            if change.changed > 0 { monitoredChanged(link) }
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    private func deleteKeys(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: KeyDeleteCommand.self, link) else { return }
        switch access.result(link.now, { try $0.deleteKeys(request.body.names) }) {
        case .success(let (change, missing)):
            answer(
                request.reply,
                KeyChangeReply(
                    revision: change.revision, changed: change.changed, missing: missing.isEmpty ? nil : missing), link)
            if change.changed > 0 { monitoredChanged(link) }
        case .failure(let error): refuse(request.reply, error, message.topicName, link)
        }
    }

    private func listKeys(_ message: IncomingMessage, _ link: BusLink) {
        guard let request = open(message, as: KeyListCommand.self, link) else { return }
        guard let reply = request.reply else {
            counters.refused.add()
            return
        }
        let page = access.result(link.now) { registry in
            let (keys, next) = try registry.keys(after: request.body.after)
            return KeyListReply(
                revision: try registry.keysRevision(), total: try registry.keyCount(), keys: keys.map(\.entry),
                next: next)
        }
        switch page {
        case .success(let page): answer(reply, page, link)
        case .failure(let error): refuse(reply, error, message.topicName, link)
        }
    }
}
