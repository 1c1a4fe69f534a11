import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Adds or changes an app.
    func appPut(_ request: Request<AppPutCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let validator = try command.validator.map { definition throws(BeaconBusError) in try definition.checked() }
        if let client = validator?.client, client.site != setup.site {
            throw BeaconBusError.field(
                "validator.client", "is of the site \(client.site), this is \(setup.site)", code: .configurationInvalid)
        }
        if let life = command.life, life < 1_000 {
            throw BeaconBusError.field("life", "must be at least 1000 ms", code: .commandInvalid)
        }
        var shown: SecretBytes?
        let now = now
        let (record, nodes, advice, changesAccess) = try unit(link) { store in
            let known = try store.app(command.app)
            guard var record = known ?? validator.map({ AppRecord(app: command.app, validator: $0) }) else {
                throw BeaconBusError.field("validator", "is missing, and a new app needs one", code: .commandInvalid)
            }
            if known == nil, try store.apps().count >= AuthorityStore.maximumApps {
                throw BeaconBusError(
                    .commandInvalid, reason: "\(AuthorityStore.maximumApps) apps are known, more are not possible",
                    suggestion: "Change one that is not needed any more.", retryable: false)
            }
            if let validator { record.validator = validator }
            if let isEnabled = command.enabled { record.isEnabled = isEnabled }
            if let life = command.life { record.life = .milliseconds(life) }
            if record.validator.kind == .http, record.secret == nil {
                record.secret = Self.newSecret()
                shown = record.secret
            }
            try store.put(record)
            let changesAccess = known?.judge != record.judge
            if changesAccess { try store.accessChanged() }
            return (
                record, try store.nodeCount(app: command.app), try Self.advice(record, store, now), changesAccess
            )
        }
        note(.appPut, by) { entry in
            entry.app = command.app
            entry.client = record.judge
            entry.reason = "validator \(record.validator.kind.rawValue), \(record.isEnabled ? "enabled" : "disabled")"
        }
        let reply = AppChangeReply(entry: record.entry(nodes: nodes), secret: Self.text(shown), advice: advice)
        guard changesAccess else { return answer(request.reply, reply, by.topic, link) }
        whenApplied(request.reply, by, link) { [unowned self] duration in
            var reply = reply
            reply.applied = duration != nil
            answerNow(request.reply, reply, link)
        }
    }

    /// What the client that is to judge an app's tokens still needs; nil if it can.
    private static func advice(_ record: AppRecord, _ store: AuthorityStore, _ now: WallTime) throws -> String? {
        guard let judge = record.judge else { return nil }
        let apps = try store.clients(now).first { $0.client == judge }?.validates ?? []
        guard !apps.contains(record.app) else { return nil }
        // A new certificate takes the place of what was said with the one before.
        let words = (apps + [record.app]).map { "--validates \($0)" }.joined(separator: " ")
        return "\(judge) cannot judge its tokens yet: it has no certificate that was issued for that. "
            + "Make it one: beaconctl cert issue \(judge) \(words)"
    }

    /// All apps, without their secrets.
    func appList(_ request: Request<AppListCommand>, _ by: Operator, _ link: BusLink) throws {
        var reply = try access.read(link.now) { store in
            AppListReply(apps: try store.apps().map { $0.entry(nodes: try store.nodeCount(app: $0.app)) })
        }
        // What is longest goes first where all of it does not fit into a message.
        let shorten: [(inout ValidatorDefinition) -> Void] = [
            { $0.key = nil }, { $0.addresses = nil }, { $0.url = $0.url?.shortened(to: 256) },
        ]
        for cut in shorten where try JSONValue(encoding: reply).bytes.count > Self.listBudget {
            for index in reply.apps.indices { cut(&reply.apps[index].validator) }
        }
        answer(request.reply, reply, by.topic, link)
    }

    /// A new key for the questions to a validator; the old one signs beside it for ten more minutes.
    func appSecret(_ request: Request<AppSecretCommand>, _ by: Operator, _ link: BusLink) throws {
        let app = request.body.app
        let now = now
        let secret = Self.newSecret()
        let (record, nodes) = try unit(link) { store in
            guard var record = try store.app(app) else { throw BeaconBusError.noApp(app) }
            guard record.validator.kind == .http else {
                throw BeaconBusError(
                    .commandInvalid, reason: "the validator of \(app) is \(record.validator.kind.rawValue), not http",
                    suggestion: "Only questions to a web service are signed.", retryable: false)
            }
            record.oldSecret = record.secret
            record.oldSecretUntil = now + AuthoritySetup.oldSecretLife
            record.secret = secret
            try store.put(record)
            return (record, try store.nodeCount(app: app))
        }
        note(.appSecret, by) { $0.app = app }
        answer(
            request.reply, AppChangeReply(entry: record.entry(nodes: nodes), secret: Self.text(secret)), by.topic, link)
    }

    /// Asks the validator as for an enrolment, and issues nothing.
    func appTest(_ request: Request<AppTestCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let app = try access.read(link.now) { try $0.app(command.app) }
        guard let app else { throw BeaconBusError.noApp(command.app) }
        let began = link.now
        let id = RequestID.random(using: &generator)
        let question = ValidateRequest(
            app: command.app, user: command.user, node: command.node, purpose: .enrol, token: command.token,
            request: id, requestsHash: String(repeating: "0", count: 64))
        judge(question, app, link) { [unowned self] result, link in
            var result: Result<Void, BeaconBusError> = result.flatMap { use in
                do throws(BeaconBusError) {
                    try unit(link) { store in
                        try use.spend(in: store.database, app: app.app, node: command.node, request: id, at: now)
                    }
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            if case .success = result, !app.isEnabled {
                result = .failure(.appGone(app.app))
            }
            var reply = AppTestReply(valid: true, duration: (link.now - began).saturatedMilliseconds)
            if case .failure(let error) = result {
                reply.valid = false
                reply.code = error.code
                reply.reason = error.reason.shortened(to: 1_024)
            }
            note(.appTest, by) { entry in
                entry.app = command.app
                entry.user = command.user
                entry.node = command.node
                entry.outcome = reply.code?.description ?? "done"
            }
            answer(request.reply, reply, by.topic, link)
        }
    }

    /// One-time tokens; the only time they are shown.
    func tokenCreate(_ request: Request<TokenCreateCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let now = now
        try checkClock(link)
        let until = now + (command.validity.map { Duration.milliseconds($0) } ?? AuthoritySetup.bundleLife)
        let tokens = try unit(link) { store in
            guard let app = try store.app(command.app) else { throw BeaconBusError.noApp(command.app) }
            guard app.validator.kind == .file else {
                throw BeaconBusError(
                    .commandInvalid, reason: "the validator of \(command.app) is \(app.validator.kind.rawValue)",
                    suggestion: "Only apps whose validator is file have tokens here.", retryable: false)
            }
            return try TokenJudge.create(command, in: store.database, at: now, until: until)
        }
        note(.tokenCreate, by) { entry in
            entry.app = command.app
            entry.user = command.user
            entry.node = command.node
            entry.reason = "\(tokens.count) until \(until)"
        }
        answer(request.reply, TokenCreateReply(tokens: tokens, notAfter: until), by.topic, link)
    }

    /// What a list may take of a message.
    private static let listBudget = MessageCoder.maximumLength - 1_024

    private static func newSecret() -> SecretBytes { SecretBytes(SystemRandom.bytes(32)) }

    private static func text(_ secret: SecretBytes?) -> String? { secret?.withBytes { Base64.encode(Array($0)) } }
}

extension String {
    /// Cut to so many bytes.
    func shortened(to limit: Int) -> String {
        utf8.count <= limit ? self : String(decoding: utf8.prefix(limit - 4), as: UTF8.self) + " …"
    }
}
