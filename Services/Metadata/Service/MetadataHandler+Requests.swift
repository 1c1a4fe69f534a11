import Bus
import Schema
import ServiceKit

extension MetadataHandler {
    /// A request that may be carried out, and where its answer goes; nil = none is wanted.
    struct Request<Body> {
        var body: Body
        var reply: ReplyAddress?
    }

    /// Reads a request. One that must not be carried out is refused with its one answer: malformed, retained, outdated
    /// (D14). One whose answer would go to somebody else's topic gets none.
    func open<Body: Message>(_ message: IncomingMessage, as type: Body.Type, _ link: BusLink) -> Request<Body>? {
        let head: Head
        do throws(BeaconBusError) {
            head = try MessageCoder.decodeHead(message.payload)
        } catch {
            // Without a head there is no address to answer to, unless the properties name one.
            refuse(message, Head(), error, link)
            return nil
        }
        let reply: ReplyAddress?
        do throws(BeaconBusError) {
            reply = try link.replyAddress(of: message, head)
        } catch {
            counters.refused.add()
            logger.warning("a reply topic is not the asker's own", .topic(message.topicName), .reason(error.reason))
            return nil
        }
        do throws(BeaconBusError) {
            if let error = message.refusal(head, now: link.now) { throw error }
            let body = try message.decode(type).body
            return Request(body: body, reply: reply)
        } catch {
            refuse(reply, error, message.topicName, link)
            return nil
        }
    }

    /// Refuses what has not even a head.
    private func refuse(_ message: IncomingMessage, _ head: Head, _ error: BeaconBusError, _ link: BusLink) {
        let reply = (try? link.replyAddress(of: message, head)) ?? nil
        refuse(reply, error, message.topicName, link)
    }

    /// Counts a refusal and answers with it.
    func refuse(_ reply: ReplyAddress?, _ error: BeaconBusError, _ topic: String, _ link: BusLink) {
        counters.refused.add()
        logger.warning("refused", .topic(topic), .code(error.code.description), .reason(error.reason))
        guard let reply else { return }
        attempt("refusal") { try link.refuse(reply, error) }
    }

    /// Answers a command.
    func answer(_ reply: ReplyAddress?, _ body: some Message, _ link: BusLink) {
        counters.commands.add()
        guard let reply else { return }
        attempt("reply") { try link.reply(to: reply, body) }
    }
}
