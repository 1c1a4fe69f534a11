import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// Enrols a node with a token (H28–H30).
    func enrol(_ message: IncomingMessage, _ node: NodeID, _ link: BusLink) {
        guard let asked = asked(message, as: EnrolRequest.self, link) else { return }
        begin(NodeRequest(asked.body, node: node, id: asked.id, asker: asked.asker), asked.reply, link)
    }

    /// Renews a node's pair by possession of the current one (D5).
    func renew(_ message: IncomingMessage, _ node: NodeID, _ link: BusLink) {
        guard let asked = asked(message, as: RenewRequest.self, link) else { return }
        do throws(BeaconBusError) {
            let record = try access.read(link.now) { try $0.node(node) }
            begin(
                NodeRequest(asked.body, node: node, id: asked.id, asker: asked.asker, bound: record), asked.reply, link)
        } catch {
            refuse(asked.reply, error, message.topicName, link)
        }
    }

    /// Answers a request that was made before, or joins the one that is under way; true if that settles it.
    ///
    /// - Returns: the validator's stored acceptance, where there is one and no answer yet.
    func repeats(
        _ key: OpenRequest.Key, _ hash: [UInt8], _ reply: ReplyAddress, _ link: BusLink
    ) throws(BeaconBusError) -> (isSettled: Bool, acceptance: TokenUse?) {
        if let running = open[key] {
            guard running.hash == hash else { throw .conflict }
            counters.repeated.add()
            if running.replies.count < OpenRequest.maximumReplies { running.replies.append(reply) }
            return (true, nil)
        }
        guard let stored = try access.read(link.now, { try $0.request(key.node, key.id) }) else { return (false, nil) }
        guard stored.hash == hash else { throw .conflict }
        guard let answer = stored.answer else {
            let use = try stored.acceptance.map { bytes throws(BeaconBusError) in
                try JSONValue.parse(bytes).decode(TokenUse.self)
            }
            return (false, use)
        }
        counters.repeated.add()
        // The stored answer may be of this very pass, and not durable yet.
        afterCommit { [unowned self] in
            send(answer, [reply], link)
        } else: { [unowned self] error in
            send(.refusal(error), [reply], link)
        }
        return (true, nil)
    }

    private func begin(_ request: NodeRequest, _ reply: ReplyAddress, _ link: BusLink) {
        let hash = request.hash
        let key = OpenRequest.Key(node: request.node, id: request.id)
        do {
            let (isSettled, acceptance) = try repeats(key, hash, reply, link)
            guard !isSettled else { return }
            try checkClock(link)
            // Reading signing requests is dear, and who only sends such that are refused is not worth it.
            if let deaf = limiter.deaf(request.node, link.now) { throw deaf }
            let rate = limiter.take(request.node, link.now)
            let (app, pair) = try access.read(link.now) { store in
                let facts = try facts(of: request, store, rate: rate)
                let pair = try NodeDecision.check(request, facts)
                guard let app = facts.app else { throw BeaconBusError.unexpected(request.node) }
                return (app, pair)
            }
            try checkRoom(request.node, pair.app)
            let opened = OpenRequest(request, hash: hash, pair: pair, app: app, reply: reply)
            open[key] = opened
            if let acceptance {
                opened.use = acceptance
                opened.isAccepted = true
                sign(opened, link)
            } else {
                judge(opened, link)
            }
        } catch {
            refuse(request, hash, [reply], BeaconBusError.common(error), link)
        }
    }

    func facts(of request: NodeRequest, _ store: AuthorityStore, rate: BeaconBusError?) throws -> NodeFacts {
        NodeFacts(
            site: setup.site, app: try request.app.flatMap { try store.app($0) }, record: try store.node(request.node),
            active: try store.set(of: request.node, .active), rate: rate, now: now, maxChainAge: setup.maxChainAge,
            isKeyOfAnother: { try store.isKeyOfAnother(than: request.node, $0) })
    }

    /// Refuses while our own clock cannot be believed: certificates would bear wrong times.
    func checkClock(_ link: BusLink) throws(BeaconBusError) {
        let newest = try access.read(link.now) { try $0.newestTime() }
        if let problem = ClockCheck.problem(now, newest: newest, greatestGap: setup.greatestGap) { throw problem }
    }

    private func checkRoom(_ node: NodeID, _ app: AppID) throws(BeaconBusError) {
        guard open.count < Self.maximumOpen,
            open.keys.count(where: { $0.node == node }) < Self.maximumOpenOfNode,
            open.values.count(where: { $0.pair.app == app }) < Self.maximumOpenOfApp
        else {
            throw BeaconBusError(
                .busy, reason: "\(open.count) requests wait for their validators or signatures",
                suggestion: "Ask again in some seconds, with the same id.")
        }
    }

    /// Asks the app's validator, if this kind of request is told to it.
    private func judge(_ opened: OpenRequest, _ link: BusLink) {
        let request = opened.request
        let kind = opened.app.validator.kind
        guard request.kind == .enrol || TokenJudge.isAskedToRenew(kind) else {
            return judged(opened, .success(.nothing), link)
        }
        let question = ValidateRequest(
            app: opened.app.app, user: opened.pair.user, node: request.node,
            purpose: request.kind == .enrol ? .enrol : .renew, token: request.token, request: request.id,
            requestsHash: request.requestsHash)
        judge(question, opened.app, link) { [unowned self] result, link in judged(opened, result, link) }
    }

    /// Asks a validator; `then` is called exactly once, maybe at once.
    func judge(
        _ question: ValidateRequest, _ app: AppRecord, _ link: BusLink,
        then: @escaping (Result<TokenUse, BeaconBusError>, BusLink) -> Void
    ) {
        do throws(BeaconBusError) {
            let judge = try tokenJudge(link)
            let ticket = nextTicket()
            let judged = JudgedApp(app: app.app, definition: app.validator, secrets: app.secrets(now))
            switch judge.judge(question, app: judged, ticket: ticket, at: now, link) {
            case .settled(let result): then(result, link)
            case .waiting: judging[ticket] = then
            }
        } catch {
            then(.failure(error), link)
        }
    }

    private func judged(_ opened: OpenRequest, _ result: Result<TokenUse, BeaconBusError>, _ link: BusLink) {
        switch result {
        case .failure(let error): close(opened, error, link)
        case .success(let use):
            opened.use = use
            // Signed in the process, acceptance and certificates are one transaction anyway.
            guard use != .nothing, !(signer is OwnSigner) else { return sign(opened, link) }
            storeAcceptance(opened, link)
        }
    }

    /// Stores that the validator has accepted, so that a repetition does not ask it again, and goes on then.
    private func storeAcceptance(_ opened: OpenRequest, _ link: BusLink) {
        do {
            let acceptance = try JSONValue(encoding: opened.use).bytes
            try unit(link) { store in
                var stored = StoredRequest(hash: opened.hash)
                stored.acceptance = acceptance
                try store.put(opened.request.node, opened.request.id, stored, now)
            }
            opened.isAccepted = true
            afterCommit { [unowned self] in
                sign(opened, link)
            } else: { [unowned self] error in
                close(opened, error, link)
            }
        } catch {
            close(opened, BeaconBusError.common(error), link)
        }
    }

    /// Ends an open request with a refusal.
    func close(_ opened: OpenRequest, _ error: BeaconBusError, _ link: BusLink) {
        open[opened.key] = nil
        refuse(opened.request, opened.hash, opened.replies, error, link)
    }
}
