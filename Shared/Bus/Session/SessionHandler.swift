internal import Schema

/// The bus-thread half of a ``BusSession``: tables of who waits for what. Everything in them is resolved exactly once.
final class SessionHandler: BusHandler {
    typealias Ready = Completion<Result<Void, any Error>>
    typealias Acknowledgement = Completion<Result<Bool, any Error>>
    typealias Answer = Completion<Result<IncomingMessage, any Error>>

    private let ready: Ready
    private let reconnects: Bool
    private var publishes: [PublishToken: Acknowledgement] = [:]
    private var requests: [RequestID: Answer] = [:]
    private var streams: [(subscription: Subscription, stream: MessageStream)] = []
    private var nextToken: UInt64 = 0

    init(ready: Ready, reconnects: Bool) {
        self.ready = ready
        self.reconnects = reconnects
    }

    func connected(_ link: BusLink) {
        ready.finish(.success(()))
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) {
        for message in messages {
            for (subscription, stream) in streams where subscription.matches(message.topicName) {
                stream.yield(message)
            }
        }
    }

    func replied(_ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) {
        requests.removeValue(forKey: request)?.finish(reply.mapError { $0 })
    }

    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
        guard let waiting = publishes.removeValue(forKey: token) else { return }
        switch outcome {
        case .acknowledged(let hadSubscribers): waiting.finish(.success(hadSubscribers))
        case .refused(let error): waiting.finish(.failure(error))
        case .lost: waiting.finish(.failure(BeaconBusError.connectionLost(link.configuration.broker)))
        }
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        guard !reconnects, failure.kind != .identityChanged else { return }
        ready.finish(.failure(failure.error))
        for (_, stream) in streams { stream.finish(.failure(failure.error)) }
        streams = []
        link.finish(failure.error)
    }

    func publish(_ waiting: Acknowledgement, _ work: (PublishToken) throws -> Void) {
        nextToken += 1
        let token = PublishToken(nextToken)
        publishes[token] = waiting
        do {
            try work(token)
        } catch {
            publishes[token] = nil
            waiting.finish(.failure(error))
        }
    }

    func request(_ waiting: Answer, _ work: () throws -> RequestID) {
        do {
            requests[try work()] = waiting
        } catch {
            waiting.finish(.failure(error))
        }
    }

    func subscribe(_ subscriptions: [Subscription], _ stream: MessageStream, _ link: BusLink) {
        streams += subscriptions.map { ($0, stream) }
        link.subscribe(subscriptions)
    }

    func unsubscribe(_ stream: MessageStream, _ link: BusLink) {
        let ended = streams.filter { $0.stream === stream }.map(\.subscription.filter)
        streams.removeAll { $0.stream === stream }
        link.unsubscribe(ended.filter { filter in !streams.contains { $0.subscription.filter == filter } })
    }
}
