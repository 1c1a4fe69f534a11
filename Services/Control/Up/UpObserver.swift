import Bus
import Schema
import Synchronization

/// Registers as an observer and passes token questions on (H1, H25 to H27).
final class UpObserver: BusHandler {
    /// A question, and where the answer goes.
    struct Question: Sendable {
        let body: TokenQuestion
        let address: ReplyAddress
    }

    private let id: ObserverID
    private let nodes: NodeSelection
    private let run: String
    private let asked: @Sendable (Question) -> Void

    /// - Parameters:
    ///   - run: a word of this process; with the number of the connection it tells registration and will apart.
    ///   - asked: called on the bus thread.
    init(_ id: ObserverID, nodes: NodeSelection, run: String, asked: @escaping @Sendable (Question) -> Void) {
        self.id = id
        self.nodes = nodes
        self.run = run
        self.asked = asked
    }

    /// The connection as registration and will name it.
    static func name(_ run: String, _ connection: UInt64) -> String { "\(run)-\(connection)" }

    func connected(_ link: BusLink) {
        let registration = Registration(
            token: true, nodes: nodes, connection: Self.name(run, link.connection))
        // The topic is the own one and the body is small, so this cannot fail.
        try? link.setRetained(.observer(id), registration)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) {
        for message in messages {
            guard case .tokens(id, _)? = message.topic, let (head, body) = try? message.decode(TokenQuestion.self),
                message.refusal(head, now: .now()) == nil,
                let address = try? link.replyAddress(of: message, head)
            else { continue }
            asked(Question(body: body, address: address))
        }
    }

    func stopping(_ link: BusLink) {
        // Nobody is asked in vain until the next registration.
        try? link.publish(rawTopic: Topic.observer(id).path(in: link.roots), [], Delivery(retain: true))
    }
}
