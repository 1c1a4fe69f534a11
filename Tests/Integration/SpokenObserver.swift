import Bus
import Schema
import Support

/// An observer that gives nodes their tokens and, as the validator of an app, judges what it gave.
final class SpokenObserver: BusHandler {
    static let name = ObserverID("desk")!
    static let client = ClientID(kind: .observer, site: BusFixture.site, name)
    static let app = AppID("visits")!

    /// A token it accepts, a different one for each purpose: an accepted one is used up.
    static func token(_ purpose: String) -> String { "token-for-\(purpose)" }

    static func configuration(_ port: UInt16) -> BusConfiguration {
        BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: port), clientID: client, roots: BusFixture.roots,
            session: 1,
            will: Will(topic: .observerLost(name)) { session, _ in ObserverLost(connection: "c-\(session)") },
            subscriptions: [
                .commands(.tokens(name), in: BusFixture.roots), .commands(.validate(app), in: BusFixture.roots),
            ])
    }

    func connected(_ link: BusLink) {
        try? link.setRetained(
            .observer(Self.name), Registration(token: true, nodes: .all, connection: "c-\(link.session)"))
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            switch message.topic {
            case .tokens(_, let node):
                let head = try message.decode(TokenQuestion.self).head
                guard let address = try link.replyAddress(of: message, head) else { continue }
                try link.reply(to: address, TokenAnswer(token: Self.token("\(node)")))
            case .validate:
                let (head, question) = try message.decode(ValidateRequest.self)
                guard let address = try link.replyAddress(of: message, head) else { continue }
                let isGood = question.purpose == .renew || question.token?.hasPrefix(Self.token("")) == true
                try link.reply(
                    to: address,
                    isGood
                        ? ValidateReply(valid: true)
                        : ValidateReply(valid: false, reason: "no such visit", code: .tokenInvalid))
            default: continue
            }
        }
    }
}
