import Bus
import Schema
import ServiceKit

/// `beaconctl outcomes`: how activations are settled, live.
enum OutcomesCommand {
    static let count = Option("count", "N", .integer(1...Int.max), "End after so many.")

    static let command = Command(
        "outcomes", "Prints outcomes as they come, as JSON, one a line; Ctrl-C ends it.",
        options: [count, OperatorSession.name]
    ) { invocation in
        try await OperatorSession.with(invocation, reconnects: true) { session, settings in
            try await session.subscribe([Subscription(.outcomes, in: settings.roots)]) { messages in
                var left = invocation[count] ?? .max
                for try await message in messages {
                    guard let body = try? JSONValue.parse(message.payload) else { continue }
                    guard StandardStream.output.write(Printable.json(body) + "\n") else { return .success }
                    left -= 1
                    if left == 0 { return .success }
                }
                return .success
            }
        }
    }
}
