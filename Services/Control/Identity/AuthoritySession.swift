import Bus
import Schema
import ServiceKit

/// Talks to the site's certificate authority as an operator.
struct AuthoritySession: Sendable {
    /// The site.
    let site: SiteID
    private let session: BusSession
    private let requester: Requester

    /// Connects, runs `body`, and disconnects.
    static func with<Value: Sendable>(
        _ invocation: Invocation, _ body: @Sendable (AuthoritySession) async throws -> Value
    ) async throws -> Value {
        try await OperatorSession.with(invocation) { session, settings in
            try await body(
                AuthoritySession(
                    site: settings.site, session: session, requester: try OperatorSession.requester(invocation)))
        }
    }

    /// Asks and awaits the answer; the authority itself waits up to 5 s for the broker, and 5 s for a validator.
    func ask<Answer: Message>(
        _ command: AuthorityCommand, _ body: some Message, as answer: Answer.Type
    ) async throws -> Answer {
        do {
            return try await session.request(
                .authorityCommand(command, requester), body, as: answer, timeout: .seconds(20))
        } catch let error as BeaconBusError where error.code == .requestTimeout {
            throw CommandFailure(
                "The authority did not answer. Is beacon-authority running? See \"beaconctl status\".",
                code: .temporaryFailure)
        }
    }
}
