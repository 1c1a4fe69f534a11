import Bus
import Schema
import ServiceKit

/// Reads what a broker retains.
enum RetainedDocuments {
    /// All retained documents under the filters, parsed; ends when none has come for `quiet`.
    static func read(
        _ filters: [TopicFilter], _ session: BusSession, _ roots: Roots, quiet: Duration = .milliseconds(300)
    ) async throws -> [(topic: Topic, body: JSONValue)] {
        try await session.subscribe(filters.map { Subscription($0, in: roots) }) { messages in
            var documents: [(Topic, JSONValue)] = []
            while let message = try await next(messages, quiet) {
                guard message.retained, let topic = message.topic, let body = try? JSONValue.parse(message.payload)
                else { continue }
                documents.append((topic, body))
            }
            return documents
        }
    }

    /// The next message, or nil when none comes in time.
    private static func next(_ messages: MessageStream, _ patience: Duration) async throws -> IncomingMessage? {
        try await withThrowingTaskGroup(of: IncomingMessage?.self) { group in
            group.addTask { try await messages.next() }
            group.addTask {
                try? await Task.sleep(for: patience)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
