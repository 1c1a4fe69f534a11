import Bus
import Identity
import Schema
import Store
import Web

/// Asks an app's validator whether a token lets a node in. Confined to the bus thread.
final class TokenJudge {
    private struct Question {
        let ticket: UInt64
        let use: TokenUse
        let app: AppID
        let token: String?
    }

    /// Set anew where the store was opened again: what is asked on the bus stays asked.
    var database: Database
    private let web: WebClient
    private let authorityFile: String?
    private let deliver: @Sendable (UInt64, Result<TokenUse, BeaconBusError>) -> Void
    /// Asked on the bus and not answered yet; as many as the bus has open requests at most.
    private var asked: [RequestID: Question] = [:]

    /// - Parameters:
    ///   - authorityFile: what the certificates of validators on the web must lead to; nil = the system's authorities.
    ///   - deliver: is given, on any thread, what came later.
    init(
        database: Database, web: WebClient, authorityFile: String? = nil,
        deliver: @escaping @Sendable (UInt64, Result<TokenUse, BeaconBusError>) -> Void
    ) {
        self.database = database
        self.web = web
        self.authorityFile = authorityFile
        self.deliver = deliver
    }

    /// Whether a renewal is told to validators of that kind, which may veto (D5).
    static func isAskedToRenew(_ kind: ValidatorKind) -> Bool { kind == .http || kind == .mqtt }

    /// Judges a token; the result comes at once, or later under the ticket.
    ///
    /// A token that was spent before is refused without asking anybody.
    func judge(
        _ question: ValidateRequest, app: JudgedApp, ticket: UInt64, at now: WallTime, _ link: BusLink
    ) -> Progress<TokenUse> {
        do throws(BeaconBusError) {
            let kind = app.definition.kind
            if question.purpose == .renew, !Self.isAskedToRenew(kind) { return .settled(.success(.nothing)) }
            let use = try use(question, app, now)
            if case .once(let mark) = use { try mark.check(in: database) }
            switch kind {
            case .file, .jwt: return .settled(.success(use))
            case .http: try askWeb(question, app, use, ticket, now)
            case .mqtt: try askBus(question, app, use, ticket, link)
            }
            return .waiting
        } catch {
            return .settled(.failure(error))
        }
    }

    /// An answer on the bus, if it is one to a question of ours.
    func replied(
        _ id: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>
    ) -> (ticket: UInt64, result: Result<TokenUse, BeaconBusError>)? {
        guard let question = asked.removeValue(forKey: id) else { return nil }
        return (
            question.ticket, BusValidator.result(reply, question.use, app: question.app, token: question.token)
        )
    }

    /// Refuses a definition with `configurationInvalid` that names the field.
    static func check(_ definition: ValidatorDefinition) throws(BeaconBusError) { try definition.check() }

    /// Makes one-time tokens of a file app.
    static func create(
        _ command: TokenCreateCommand, in database: Database, at now: WallTime, until: WallTime
    ) throws(BeaconBusError) -> [String] {
        try FileTokens.create(command, in: database, at: now, until: until)
    }

    /// Lets go of what is over.
    static func purge(in database: Database, at now: WallTime) throws(BeaconBusError) {
        try FileTokens.purge(in: database, at: now)
    }

    /// What the token would be spent as. Tokens that are judged here are judged by it.
    private func use(_ question: ValidateRequest, _ app: JudgedApp, _ now: WallTime) throws(BeaconBusError) -> TokenUse
    {
        guard question.purpose == .enrol else { return .nothing }
        guard let token = question.token, !token.isEmpty else {
            throw BeaconBusError(
                .tokenMissing, reason: "the request has no token", suggestion: "Give the node a token of its app.")
        }
        switch app.definition.kind {
        case .file:
            // One that is not in the list any more may have been spent.
            try TokenMark.of(token, app: app.app, goodUntil: now, isListed: true).check(in: database)
            return try FileTokens.judge(token, question, in: database, at: now)
        case .jwt:
            let database = database
            return try SignedTokens.judge(token, question, app.definition, at: now) { key throws(BeaconBusError) in
                try KeySpellings.of(key, in: database)
            }
        case .http, .mqtt: return .once(TokenMark.of(token, app: app.app, goodUntil: now, isListed: false))
        }
    }

    private func askWeb(
        _ question: ValidateRequest, _ app: JudgedApp, _ use: TokenUse, _ ticket: UInt64, _ now: WallTime
    ) throws(BeaconBusError) {
        let request = try WebValidator.request(question, app, at: now, authorityFile: authorityFile)
        let (name, token, deliver) = (app.app, question.token, deliver)
        web.post(request) { outcome in
            switch outcome {
            case .success(let response):
                let answer = ValidatorAnswer(status: response.status, body: response.body)
                deliver(ticket, answer.result(use, app: name, token: token))
            case .failure(let failure): deliver(ticket, .failure(.validator(name, failure)))
            }
        }
    }

    private func askBus(
        _ question: ValidateRequest, _ app: JudgedApp, _ use: TokenUse, _ ticket: UInt64, _ link: BusLink
    ) throws(BeaconBusError) {
        guard app.definition.client != nil else {
            throw BeaconBusError(
                .configurationInvalid, reason: "app \(app.app) names no client that judges its tokens",
                suggestion: "Name one: beaconctl app set-validator \(app.app) --validator mqtt --client CLIENT.")
        }
        let id = try link.request(.validate(app.app), question, timeout: BusValidator.timeout)
        asked[id] = Question(ticket: ticket, use: use, app: app.app, token: question.token)
    }
}
