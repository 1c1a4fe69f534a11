public import Schema

/// The bus for command-line tools and tests: awaiting instead of a handler. Services use ``BusHandler``.
///
/// ```swift
/// try await BusSession.with(configuration) { session in
///     try await session.publish(topic, body)
///     let answer = try await session.request(topic, question, as: Answer.self, timeout: .seconds(5))
/// }
/// ```
public final class BusSession: Sendable {
    private let client: BusClient<SessionHandler>

    private init(_ client: BusClient<SessionHandler>) {
        self.client = client
    }

    /// Connects, runs `body`, says goodbye. Without `reconnects` the first failure, to connect too, ends it and is
    /// thrown; with it the first connection is awaited and later ones are made by themselves, while what is under way
    /// in a lost one fails with `connectionLost`.
    public static func with<Value: Sendable>(
        _ configuration: BusConfiguration, reconnects: Bool = false,
        _ body: @Sendable (BusSession) async throws -> Value
    ) async throws -> Value {
        let ready = SessionHandler.Ready()
        let client = BusClient(configuration) { _ in SessionHandler(ready: ready, reconnects: reconnects) }
        let session = BusSession(client)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                do {
                    try await client.run()
                    ready.finish(.failure(CancellationError()))
                } catch {
                    ready.finish(.failure(error))
                    throw error
                }
            }
            let result: Result<Value, any Error>
            do {
                try await ready.value().get()
                result = .success(try await body(session))
            } catch {
                result = .failure(error)
            }
            client.stop()
            // How the connection ended is told by the body's result, if it matters.
            _ = try? await group.next()
            return try result.get()
        }
    }

    /// Publishes and awaits the broker's answer; true if somebody was subscribed. Throws if it was refused or lost.
    @discardableResult
    public func publish(
        _ topic: Topic, _ body: some Message, _ delivery: Delivery = .acknowledged
    ) async throws -> Bool {
        try await acknowledged { link, token in try link.publish(topic, body, delivery, token: token) }
    }

    /// The same with bytes on any topic.
    @discardableResult
    public func publish(
        rawTopic: String, _ payload: [UInt8], _ delivery: Delivery = .acknowledged
    ) async throws -> Bool {
        try await acknowledged { link, token in
            try link.publish(rawTopic: rawTopic, payload, delivery, token: token)
        }
    }

    /// Asks and awaits the answer, however it looks. Throws `requestTimeout` or `connectionLost` without one.
    public func request(_ topic: Topic, _ body: some Message, timeout: Duration) async throws -> IncomingMessage {
        let waiting = SessionHandler.Answer()
        guard
            client.perform({ handler, link in
                handler.request(waiting) { try link.request(topic, body, timeout: timeout) }
            })
        else { throw Self.over }
        return try await withTaskCancellationHandler {
            try await waiting.value().get()
        } onCancel: {
            waiting.finish(.failure(CancellationError()))
        }
    }

    /// The same, decoded; an answer that carries an error throws it.
    public func request<Answer: Message>(
        _ topic: Topic, _ body: some Message, as answer: Answer.Type, timeout: Duration
    ) async throws -> Answer {
        let message = try await request(topic, body, timeout: timeout)
        return try MessageCoder.decodeReply(answer, message.payload).body
    }

    /// Subscribes and runs `body` with the messages; unsubscribes afterwards. Retained messages come first.
    public func subscribe<Value: Sendable>(
        _ subscriptions: [Subscription], capacity: Int = 10_000,
        _ body: @Sendable (MessageStream) async throws -> Value
    ) async throws -> Value {
        let stream = MessageStream(capacity: capacity)
        guard client.perform({ handler, link in handler.subscribe(subscriptions, stream, link) }) else {
            throw Self.over
        }
        defer {
            client.perform { handler, link in handler.unsubscribe(stream, link) }
            stream.finish(.success(()))
        }
        return try await body(stream)
    }

    /// What was done and dropped so far.
    public func counters() async throws -> BusCounters {
        let waiting = Completion<BusCounters>()
        guard client.perform({ _, link in waiting.finish(link.counters) }) else { throw Self.over }
        return await waiting.value()
    }

    private func acknowledged(
        _ work: @escaping @Sendable (BusLink, PublishToken) throws -> Void
    ) async throws -> Bool {
        let waiting = SessionHandler.Acknowledgement()
        guard client.perform({ handler, link in handler.publish(waiting) { try work(link, $0) } }) else {
            throw Self.over
        }
        return try await withTaskCancellationHandler {
            try await waiting.value().get()
        } onCancel: {
            waiting.finish(.failure(CancellationError()))
        }
    }

    private static var over: BeaconBusError {
        BeaconBusError(
            .connectionLost, "The session is over", reason: "its connection has ended",
            suggestion: "Open a new session.")
    }
}
