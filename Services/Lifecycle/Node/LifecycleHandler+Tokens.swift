import Bus
import Schema

/// Token questions (H25–H27, H36): each goes to one source, and to nobody else.
extension LifecycleHandler {
    func ask(
        _ source: TokenSource, _ question: UInt64, _ attempt: UInt64, _ timeout: Duration, _ desk: IdentityDesk,
        _ link: BusLink
    ) {
        report.asks(source)
        switch source {
        case .file: askFile(question, desk)
        case .command: askCommand(question, timeout, desk)
        case .observer(let observer): ask(observer, question, attempt, timeout, desk, link)
        }
    }

    private func askFile(_ question: UInt64, _ desk: IdentityDesk) {
        guard let path = desk.options.tokenFile else { return desk.pending.append(.token(question: question, .null)) }
        desk.worker.run {
            let result: Result<AccessToken?, BeaconBusError>
            do throws(BeaconBusError) { result = .success(try TokenFile(path: path).read()) } catch {
                result = .failure(error)
            }
            return { handler, link in handler.answered(question, result, link) }
        }
    }

    private func askCommand(_ question: UInt64, _ timeout: Duration, _ desk: IdentityDesk) {
        let options = desk.options
        guard !options.tokenCommand.isEmpty else {
            return desk.pending.append(.token(question: question, .null))
        }
        let command = TokenCommand(
            options.tokenCommand, limit: min(timeout, options.commandLimit),
            variables: [
                ("BEACONBUS_NODE", "\(settings.node)"), ("BEACONBUS_USER", "\(options.user)"),
                ("BEACONBUS_APP", "\(options.app)"),
            ])
        desk.commands[question] = command
        desk.worker.runBeside {
            let result: Result<AccessToken?, BeaconBusError>
            do throws(BeaconBusError) { result = .success(try command.run()) } catch { result = .failure(error) }
            return { handler, link in
                handler.desk?.commands[question] = nil
                handler.answered(question, result, link)
            }
        }
    }

    private func ask(
        _ observer: ObserverID, _ question: UInt64, _ attempt: UInt64, _ timeout: Duration, _ desk: IdentityDesk,
        _ link: BusLink
    ) {
        do throws(BeaconBusError) {
            let request = try link.request(
                .tokens(observer, settings.node),
                TokenQuestion(
                    user: desk.options.user, app: desk.options.app, node: settings.node, attempt: attempt),
                timeout: timeout)
            desk.questions[request] = .token(question)
        } catch {
            desk.pending.append(.token(question: question, .failed(error)))
        }
    }

    /// What an observer answered.
    func tokenReplied(_ question: UInt64, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) {
        let result: Result<AccessToken?, BeaconBusError>
        do throws(BeaconBusError) {
            let answer = try MessageCoder.decodeReply(TokenAnswer.self, reply.get().payload).body
            let token = answer.token.flatMap { $0.isEmpty ? nil : AccessToken($0) }
            result = .success(token)
        } catch {
            result = .failure(error.code == .requestTimeout ? .noToken(error) : error)
        }
        answered(question, result, link)
    }

    private func answered(_ question: UInt64, _ result: Result<AccessToken?, BeaconBusError>, _ link: BusLink) {
        switch result {
        case .success(let token?):
            desk?.tokens[question] = token
            identity(.token(question: question, .token), link)
        case .success(nil): identity(.token(question: question, .null), link)
        case .failure(let error): identity(.token(question: question, .failed(error)), link)
        }
    }

    /// Nobody waits for the answer any more: a running command is ended, a token wiped, a late answer dropped.
    func forget(_ question: UInt64, _ desk: IdentityDesk, _ link: BusLink) {
        desk.tokens[question] = nil
        desk.commands.removeValue(forKey: question)?.cancel()
        for (request, asked) in desk.questions {
            guard case .token(question) = asked else { continue }
            link.cancel(request)
            desk.questions[request] = nil
        }
    }
}

extension BeaconBusError {
    /// A question that nobody answered in time.
    fileprivate static func noToken(_ error: BeaconBusError) -> BeaconBusError {
        BeaconBusError(
            .tokenTimeout, reason: "the token question was not answered in time",
            suggestion: "See whether the observer works, or have it register with token: false.")
    }
}
