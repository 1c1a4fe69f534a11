import Bus
import Schema
import ServiceKit

/// `beaconctl start NODE` and `beaconctl stop NODE`.
enum NodeCommandLine {
    static let node = Argument("NODE", .identifier as ValueType<NodeID>, "The node.")
    static let patience = Option(
        "timeout", "TIME", .duration(.seconds(1)...(.seconds(600))), "How long to wait for the outcome. Default: 45s.")

    static let start = Command(
        "start", "Starts a node and says what came of it.", options: [patience, OperatorSession.name],
        arguments: [node]
    ) { invocation in
        try await ask(invocation, .start, StartCommand())
    }

    static let stop = Command(
        "stop", "Stops a node and says what came of it.", options: [patience, OperatorSession.name],
        arguments: [node]
    ) { invocation in
        try await ask(invocation, .stop, StopCommand())
    }

    private static func ask(
        _ invocation: Invocation, _ command: NodeCommand, _ body: some Message
    ) async throws -> ExitCode {
        let name = invocation[node]
        return try await OperatorSession.with(invocation) { session, _ in
            let outcome: CommandOutcome
            do {
                outcome = try await session.request(
                    .nodeCommand(name, command, OperatorSession.requester(invocation)), body,
                    as: CommandOutcome.self, timeout: invocation[patience] ?? .seconds(45))
            } catch let error as BeaconBusError where error.code == .requestTimeout {
                throw CommandFailure(
                    "The node \(name) did not answer. Is it online? See \"beaconctl status\".",
                    code: .temporaryFailure)
            }
            StandardStream.output.write(text(outcome) + "\n")
            switch outcome.outcome {
            case .started, .stopped: return .success
            case .startFailed, .superseded, .refused: return .failure
            }
        }
    }

    private static func text(_ outcome: CommandOutcome) -> String {
        var text = "\(outcome.node): \(outcome.outcome.rawValue)"
        if let run = outcome.run { text += ", run \(run)" }
        if outcome.repeated == true { text += ", as before" }
        if let error = outcome.error { text += "\n\(error.debugDescription)" }
        return text
    }
}
