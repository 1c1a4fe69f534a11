import Bus
import Glibc
import Identity
import Schema
import ServiceKit

/// A connection of a command to the site's broker.
enum OperatorSession {
    /// Who asks; rights, where the broker has them, hang on it.
    static let name = Option(
        "as", "OPERATOR", .identifier as ValueType<OperatorID>,
        "Who asks, as the broker knows you. Default: whose the certificate is, or a name for this call only.")

    /// Connects as an operator, runs `body`, and disconnects. An absent broker is an error at once.
    static func with<Value: Sendable>(
        _ invocation: Invocation, reconnects: Bool = false,
        _ body: @Sendable (BusSession, ControlSettings) async throws -> Value
    ) async throws -> Value {
        let settings = try ControlSettings(invocation)
        let configuration = BusConfiguration(
            settings.broker, roots: settings.roots,
            clientID: ClientID(kind: .operator, site: settings.site, try operatorID(invocation, settings)), session: 1)
        return try await BusSession.with(configuration, reconnects: reconnects) { session in
            try await body(session, settings)
        }
    }

    /// The requester level of commands.
    static func requester(_ invocation: Invocation) throws -> Requester {
        Requester(kind: .operator, try operatorID(invocation, ControlSettings(invocation)))
    }

    /// Who asks: the one in the certificate, and nobody else where there is one.
    static func operatorID(_ invocation: Invocation, _ settings: ControlSettings) throws -> OperatorID {
        guard let file = settings.broker.certificateFile else {
            guard let own = invocation[name] ?? OperatorID("beaconctl-\(getpid())") else {
                preconditionFailure("A process number makes an identifier.")
            }
            return own
        }
        let leaf = try Certificate(pem: String(decoding: try FileContents.read(file), as: UTF8.self))
        return try operatorID(of: leaf, in: file, asked: invocation[name], site: settings.site)
    }

    /// - Throws: a failure that says whose the certificate is and where a fitting one comes from.
    static func operatorID(
        of leaf: Certificate, in file: String, asked: OperatorID?, site: SiteID
    ) throws(CommandFailure) -> OperatorID {
        let whose = leaf.client.map { "\($0)" } ?? "nobody of BeaconBus"
        guard let client = leaf.client, client.kind == .operator, client.site == site,
            let own = OperatorID(client.name)
        else {
            throw CommandFailure(
                "The certificate \(file) is that of \(whose), not of an operator of site \(site). "
                    + "Use --config with an operator's configuration, such as op_NAME.yaml of \"beaconctl site init\".",
                code: .configuration)
        }
        if let asked, asked != own {
            throw CommandFailure(
                "The certificate \(file) is that of \(whose), so --as \(asked) is refused. Leave it out.",
                code: .usage)
        }
        return own
    }
}
