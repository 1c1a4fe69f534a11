import Bus
import Schema
import ServiceKit

/// `beaconctl replay`: has actions published again.
enum ReplayCommandLine {
    static let after = Argument(
        "AFTER", .integer(0...Int.max), "The number of the last action that is not needed again; 0 = from the first.")
    static let limit = Option("limit", "N", .integer(1...10_000), "At most so many. Default: 1000.")

    static let command = Command(
        "replay", "Has actions published again, marked as repeated, for consumers that missed some.",
        options: [limit, OperatorSession.name], arguments: [after]
    ) { invocation in
        try await OperatorSession.with(invocation) { session, _ in
            let reply = try await session.request(
                .actionCommand(.replay, OperatorSession.requester(invocation)),
                ReplayCommand(after: Int64(invocation[after]), limit: invocation[limit].map { Int64($0) }),
                as: ReplayReply.self, timeout: .seconds(30))
            StandardStream.output.write(
                "\(reply.count) published again, the last is number \(reply.last)"
                    + (reply.more ? "; there are more: beaconctl replay \(reply.last)\n" : ".\n"))
            return .success
        }
    }
}
