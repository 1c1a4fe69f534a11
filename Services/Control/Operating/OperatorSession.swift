import Bus
import Glibc
import Schema
import ServiceKit

/// A connection of a command to the site's broker.
enum OperatorSession {
    /// Who asks; rights, where the broker has them, hang on it.
    static let name = Option(
        "as", "OPERATOR", .identifier as ValueType<OperatorID>,
        "Who asks, as the broker knows you. Default: a name for this call only.")

    /// Connects as an operator, runs `body`, and disconnects. An absent broker is an error at once.
    static func with<Value: Sendable>(
        _ invocation: Invocation, reconnects: Bool = false,
        _ body: @Sendable (BusSession, ControlSettings) async throws -> Value
    ) async throws -> Value {
        let settings = try ControlSettings(invocation)
        // Two calls at the same time must not push each other off the broker.
        let operatorID = invocation[name] ?? OperatorID("beaconctl-\(getpid())")
        guard let operatorID else { preconditionFailure("A process number makes an identifier.") }
        let configuration = BusConfiguration(
            settings.broker, roots: settings.roots,
            clientID: ClientID(kind: .operator, site: settings.site, operatorID),
            session: 1)
        return try await BusSession.with(configuration, reconnects: reconnects) { session in
            try await body(session, settings)
        }
    }

    /// The requester level of commands.
    static func requester(_ invocation: Invocation) -> Requester {
        guard let operatorID = invocation[name] ?? OperatorID("beaconctl-\(getpid())") else {
            preconditionFailure("A process number makes an identifier.")
        }
        return Requester(kind: .operator, operatorID)
    }
}
