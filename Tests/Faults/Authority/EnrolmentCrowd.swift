import Bus
import Schema
import Support
import Synchronization

/// Many clients of the authority on one connection: each question is asked under its own id until it has its answer,
/// however often answers are lost.
final class EnrolmentCrowd: BusHandler {
    /// What is asked, by whom, and what happens with the answer.
    struct Question {
        let topic: Topic
        let client: Requester
        let id: RequestID
        let body: (Head) throws -> [UInt8]
        let then: (Result<JSONValue, BeaconBusError>) -> Void
        /// Whether to give up at this error; a retryable one is asked again unless said otherwise.
        var isFinal: (BeaconBusError) -> Bool = { !$0.retryable }
    }

    /// What the test looks at from outside.
    final class Progress: Sendable {
        private let state = Mutex((done: 0, answers: 0, dropped: 0, sent: 0))
        var done: Int { state.withLock { $0.done } }
        var answers: Int { state.withLock { $0.answers } }
        var dropped: Int { state.withLock { $0.dropped } }
        var sent: Int { state.withLock { $0.sent } }
        func add(done: Int = 0, answers: Int = 0, dropped: Int = 0, sent: Int = 0) {
            state.withLock {
                $0.done += done
                $0.answers += answers
                $0.dropped += dropped
                $0.sent += sent
            }
        }
    }

    private struct Open {
        let question: Question
        var due: Instant
    }

    let progress: Progress
    private let lossPercent: Int
    private var random: SeededGenerator
    private var waiting: [Question] = []
    private var open: [RequestID: Open] = [:]
    private var isConnected = false
    private let window = 48
    private let patience = Duration.milliseconds(700)

    init(progress: Progress, lossPercent: Int, seed: UInt64) {
        self.progress = progress
        self.lossPercent = lossPercent
        random = SeededGenerator(seed: seed)
    }

    /// Asks, when there is room.
    func ask(_ question: Question) {
        waiting.append(question)
    }

    func connected(_ link: BusLink) {
        isConnected = true
    }

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        isConnected = false
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) throws {
        for message in messages {
            guard let value = try? JSONValue.parse(message.payload, maximumDepth: 24),
                let id = value["id"]?.stringValue.flatMap({ RequestID($0) }), let asked = open[id]
            else { continue }
            progress.add(answers: 1)
            if Int.random(in: 0..<100, using: &random) < lossPercent {
                progress.add(dropped: 1)
                continue
            }
            if let error = value["error"].flatMap({ try? $0.decode(BeaconBusError.self) }) {
                guard asked.question.isFinal(error) else {
                    open[id]?.due = link.now + .milliseconds(200)
                    continue
                }
                open[id] = nil
                asked.question.then(.failure(error))
            } else {
                open[id] = nil
                asked.question.then(.success(value))
            }
        }
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        guard isConnected else { return nil }
        for (id, asked) in open where now >= asked.due { send(asked.question, id, now, link) }
        while open.count < window, !waiting.isEmpty {
            let question = waiting.removeFirst()
            send(question, question.id, now, link)
        }
        return open.values.map(\.due).min()
    }

    private func send(_ question: Question, _ id: RequestID, _ now: Instant, _ link: BusLink) {
        var head = Head()
        head.id = id
        head.replyTo = Topic.reply(question.client, ReplyPath(id)).path(in: link.roots)
        open[id] = Open(question: question, due: now + patience)
        do {
            try link.publish(rawTopic: question.topic.path(in: link.roots), question.body(head))
            progress.add(sent: 1)
        } catch {
            open[id]?.due = now + .milliseconds(100)
        }
    }
}
