import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    /// A command that may be carried out, and where its answer goes; nil = none is wanted.
    struct Request<Body> {
        var body: Body
        var reply: ReplyAddress?
    }

    /// A node's request: it has an id and wants an answer, or it is none.
    struct Asked<Body> {
        var body: Body
        var id: RequestID
        var reply: ReplyAddress
        /// With what identity it asks: only that one can read the answer.
        var asker: ClientKind
    }

    /// Reads a command. One that must not be carried out is refused with its one answer: malformed, retained, outdated
    /// (D14). One whose answer would go to somebody else's topic gets none.
    func command<Body: Message>(_ message: IncomingMessage, as type: Body.Type, _ link: BusLink) -> Request<Body>? {
        guard let (head, reply) = openHead(message, link) else { return nil }
        do throws(BeaconBusError) {
            if let error = message.refusal(head, now: link.now) { throw error }
            return Request(body: try message.decode(type).body, reply: reply)
        } catch {
            refuse(reply, error, message.topicName, link)
            return nil
        }
    }

    /// The same for a node's request.
    func asked<Body: Message>(_ message: IncomingMessage, as type: Body.Type, _ link: BusLink) -> Asked<Body>? {
        guard let (head, reply) = openHead(message, link) else { return nil }
        do throws(BeaconBusError) {
            if let error = message.refusal(head, now: link.now) { throw error }
            guard let id = head.id else { throw .field("id", "is missing: without it a repetition is not recognised") }
            let body = try message.decode(type).body
            guard let reply, case .reply(let client, _)? = Topic(reply.topic, in: link.roots) else {
                throw .field("replyTo", "is missing: there is nobody to answer to")
            }
            return Asked(body: body, id: id, reply: reply, asker: client.kind)
        } catch {
            refuse(reply, error, message.topicName, link)
            return nil
        }
    }

    private func openHead(_ message: IncomingMessage, _ link: BusLink) -> (Head, ReplyAddress?)? {
        var head = Head()
        var problem: BeaconBusError?
        do throws(BeaconBusError) {
            head = try MessageCoder.decodeHead(message.payload)
        } catch {
            problem = error
        }
        do throws(BeaconBusError) {
            let reply = try link.replyAddress(of: message, head)
            if let problem {
                refuse(reply, problem, message.topicName, link)
                return nil
            }
            return (head, reply)
        } catch {
            counters.foreignReplies.add()
            counters.refused.add()
            logger.warning("a reply topic is not the asker's own", .topic(message.topicName), .reason(error.reason))
            return nil
        }
    }

    /// Counts a refusal and answers with it.
    func refuse(_ reply: ReplyAddress?, _ error: BeaconBusError, _ topic: String, _ link: BusLink) {
        counters.refuse(error.code)
        logger.warning("refused", .topic(topic), .code(error.code.description), .reason(error.reason))
        guard let reply else { return }
        attempt("refusal") { try link.refuse(reply, error) }
    }

    /// Answers a command, when what it did is durable; with the reason, where it did not become so.
    func answer(_ reply: ReplyAddress?, _ body: some Message, _ topic: String, _ link: BusLink) {
        afterCommit { [unowned self] in
            answerNow(reply, body, link)
        } else: { [unowned self] error in
            refuse(reply, error, topic, link)
        }
    }

    /// Answers a command whose effect is durable.
    func answerNow(_ reply: ReplyAddress?, _ body: some Message, _ link: BusLink) {
        counters.commands.add()
        guard let reply else { return }
        do throws(BeaconBusError) {
            try link.reply(to: reply, body)
        } catch {
            // Silence would leave the asker waiting.
            attempt("reply") { try link.refuse(reply, error) }
        }
    }

    /// Hands something to the bus; what it refuses is counted and logged: who waits for it asks again.
    func attempt(_ what: StaticString, _ body: () throws -> Void) {
        do {
            try body()
        } catch {
            let error = BeaconBusError.common(error)
            counters.unsent.add()
            logger.warning(
                "a message could not be handed to the bus", .text("message", what.description),
                .code(error.code.description), .reason(error.reason))
        }
    }
}
