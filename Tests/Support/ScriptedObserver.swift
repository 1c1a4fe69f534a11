public import Bus
public import Schema

/// An observer that does what a test tells it: registers, answers token questions or does not.
public final class ScriptedObserver: BusHandler {
    /// How it answers a token question.
    public enum Answer {
        case token(String)
        case null
        case refusal(BeaconBusError)
        /// Something that is no answer.
        case garbage
        case nothing
    }

    public let name: ObserverID
    public var answer: Answer
    public var registration: Registration?
    /// The questions it got.
    public private(set) var questions: [TokenQuestion] = []

    /// - Parameter registration: nil = it does not register.
    public init(
        _ name: ObserverID, _ answer: Answer, registration: Registration? = Registration(token: true, nodes: .all)
    ) {
        self.name = name
        self.answer = answer
        self.registration = registration
    }

    /// Its client on a bus.
    public static func configuration(_ name: ObserverID, roots: Roots, site: SiteID) -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: 1883),
            clientID: ClientID(kind: .observer, site: site, name), roots: roots, session: 1,
            will: Will(topic: .observerLost(name)) { session, _ in ObserverLost(connection: "c-\(session)") },
            subscriptions: [.commands(.tokens(name), in: roots)])
    }

    public func connected(_ link: BusLink) {
        guard let registration else { return }
        try? link.setRetained(.observer(name), registration)
    }

    public func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            guard case .tokens = message.topic else { continue }
            let (head, question) = try message.decode(TokenQuestion.self)
            questions.append(question)
            guard let address = try link.replyAddress(of: message, head) else { continue }
            switch answer {
            case .token(let text): try link.reply(to: address, TokenAnswer(token: text))
            case .null: try link.reply(to: address, TokenAnswer(token: nil))
            case .refusal(let error): try link.refuse(address, error)
            case .garbage: try link.reply(to: address, StartCommand())
            case .nothing: break
            }
        }
    }
}
