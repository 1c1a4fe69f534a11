import Identity
import Schema
import ServiceKit

/// `beaconctl app …`: the applications whose validators judge access tokens.
enum AppAdministration {
    static let command = Command(
        "app", "Adds, changes, tests and lists the apps whose tokens let nodes in.",
        subcommands: [add, list, setValidator, rotate, enable, disable, AppTest.command])

    private static let life = Option(
        "life", "TIME", .duration(.seconds(60)...(.seconds(10 * 365 * 86_400))),
        "Greatest life of a certificate with it. Default: 90d.")
    private static let secretFile = Option(
        "secret-out", "FILE", .path,
        "http: where the key goes that signs its questions, mode 0600. Default: standard output.")

    private static let add = Command(
        "add", "Adds an app.",
        discussion:
            """
            For an http validator the answer holds the key its questions are signed with; it is shown this once. For an mqtt \
            validator, "beaconctl cert issue CLIENT --validates APP" makes the client's certificate.
            """,
        options: ValidatorOptions.all + [life, secretFile, IdentityOptions.json, OperatorSession.name],
        arguments: [IdentityOptions.app]
    ) { invocation in
        let definition = try ValidatorOptions.definition(invocation)
        let app = invocation[IdentityOptions.app]
        return try await put(invocation, app: app) { session in
            let apps = try await session.ask(.appList, AppListCommand(), as: AppListReply.self).apps
            guard !apps.contains(where: { $0.app == app }) else {
                throw CommandFailure(
                    "There is an app \(app) already. See \"beaconctl app set-validator\".", code: .failure)
            }
            return AppPutCommand(
                app: app, validator: definition, enabled: true, life: invocation[life]?.saturatedMilliseconds)
        }
    }

    private static let setValidator = Command(
        "set-validator", "Changes how an app judges tokens.",
        discussion: """
            With another client for mqtt, the one before may not judge any more from then on. Ends with 75 if the broker \
            has not confirmed that.
            """,
        options: ValidatorOptions.all + [life, secretFile, IdentityOptions.json, OperatorSession.name],
        arguments: [IdentityOptions.app]
    ) { invocation in
        let definition = try ValidatorOptions.definition(invocation)
        return try await change(
            invocation,
            AppPutCommand(
                app: invocation[IdentityOptions.app], validator: definition,
                life: invocation[life]?.saturatedMilliseconds))
    }

    private static let enable = Command(
        "enable", "Lets nodes enrol with an app again.", options: [IdentityOptions.json, OperatorSession.name],
        arguments: [IdentityOptions.app]
    ) { invocation in
        try await change(invocation, AppPutCommand(app: invocation[IdentityOptions.app], enabled: true))
    }

    private static let disable = Command(
        "disable", "Lets no more nodes enrol with an app; those that have certificates keep them.",
        options: [IdentityOptions.json, OperatorSession.name], arguments: [IdentityOptions.app]
    ) { invocation in
        try await change(invocation, AppPutCommand(app: invocation[IdentityOptions.app], enabled: false))
    }

    private static let rotate = Command(
        "rotate-secret", "Makes a new key for the questions to an http validator.",
        discussion: "The old one is good for ten more minutes, so that the web service can be told the new one.",
        options: [secretFile, IdentityOptions.json, OperatorSession.name], arguments: [IdentityOptions.app]
    ) { invocation in
        let place = try invocation[secretFile].map { (path) throws(CommandFailure) in try NewFile(path) }
        let reply = try await AuthoritySession.with(invocation) { session in
            try await session.ask(
                .appSecret, AppSecretCommand(app: invocation[IdentityOptions.app]), as: AppChangeReply.self)
        }
        return try show(invocation, reply, place)
    }

    private static let list = Command(
        "list", "Lists the apps.", discussion: "With --json one object a line. Secrets are never among it.",
        options: [IdentityOptions.json, OperatorSession.name]
    ) { invocation in
        try await AuthoritySession.with(invocation) { session in
            let apps = try await session.ask(.appList, AppListCommand(), as: AppListReply.self).apps
            if invocation[IdentityOptions.json] {
                for app in apps { StandardStream.output.write(try Printable.line(app)) }
            } else {
                StandardStream.output.write(AppText.table(apps))
            }
            return .success
        }
    }

    /// Changes an app that is there: a mistyped name must not make a new one.
    private static func change(_ invocation: Invocation, _ body: AppPutCommand) async throws -> ExitCode {
        try await put(invocation, app: body.app) { session in
            let apps = try await session.ask(.appList, AppListCommand(), as: AppListReply.self).apps
            guard apps.contains(where: { $0.app == body.app }) else {
                throw CommandFailure("There is no app \(body.app). See \"beaconctl app list\".", code: .failure)
            }
            return body
        }
    }

    private static func put(
        _ invocation: Invocation, app: AppID, _ body: @Sendable (AuthoritySession) async throws -> AppPutCommand
    ) async throws -> ExitCode {
        let place = try invocation[secretFile].map { (path) throws(CommandFailure) in try NewFile(path) }
        let reply = try await AuthoritySession.with(invocation) { session in
            try await session.ask(.appPut, body(session), as: AppChangeReply.self)
        }
        return try show(invocation, reply, place)
    }

    private static func show(
        _ invocation: Invocation, _ reply: AppChangeReply, _ place: NewFile?
    ) throws -> ExitCode {
        var reply = reply
        if let secret = reply.secret, let place {
            try place.fill(SecretBytes(text: secret + "\n"))
            reply.secret = nil
        }
        StandardStream.output.write(
            invocation[IdentityOptions.json] ? try Printable.line(reply) : AppText.change(reply))
        guard reply.applied ?? true else {
            StandardStream.error.write(AppText.unconfirmed)
            return .temporaryFailure
        }
        return .success
    }
}
