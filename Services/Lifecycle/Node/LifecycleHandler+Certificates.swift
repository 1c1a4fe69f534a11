import Bus
import Identity
import Schema

/// Asking the authority: each request is stored before it is sent, and comes again word by word under its id.
extension LifecycleHandler {
    /// Makes or finds the request, off the bus thread, then sends it.
    func prepare(
        _ request: IdentityAction.Request, _ number: UInt64, resume: Bool, _ timeout: Duration, _ desk: IdentityDesk,
        _ link: BusLink
    ) {
        let store = desk.store
        let order: RequestOrder
        switch request {
        case .enrol(let question):
            let token = question.flatMap { desk.tokens.removeValue(forKey: $0) }
            order = .enrol(token: token, user: desk.options.user, app: desk.options.app)
        case .renew: order = .renew
        }
        desk.sending = number
        let time = moment(desk, link).time
        desk.worker.run {
            let result: Result<RequestRecord, BeaconBusError>
            do throws(BeaconBusError) {
                result = .success(try store.request(order, resume: resume, time: time))
            } catch {
                result = .failure(error)
            }
            return { handler, link in handler.made(number, result, timeout, link) }
        }
    }

    private func made(
        _ number: UInt64, _ result: Result<RequestRecord, BeaconBusError>, _ timeout: Duration, _ link: BusLink
    ) {
        // Cancelled meanwhile: a stop sends no token; what was stored is the next start's affair.
        guard let desk, desk.sending == number else { return }
        desk.sending = nil
        do throws(BeaconBusError) {
            try send(result.get(), number, timeout, desk, link)
        } catch {
            identity(.sendFailed(number: number, error), link)
        }
    }

    private func send(
        _ record: RequestRecord, _ number: UInt64, _ timeout: Duration, _ desk: IdentityDesk, _ link: BusLink
    ) throws(BeaconBusError) {
        let node = settings.node
        let request: RequestID
        switch record.kind {
        case .enrol:
            guard let user = record.user, let app = record.app, let token = record.token else { throw .unusableRecord }
            request = try link.request(
                .enrol(node),
                EnrolRequest(node: node, user: user, app: app, token: token, requests: record.requests),
                timeout: timeout, id: record.id)
        case .renew:
            guard let proof = record.proof else { throw .unusableRecord }
            request = try link.request(
                .renew(node), RenewRequest(node: node, requests: record.requests, proof: proof), timeout: timeout,
                id: record.id)
        }
        report.requested(record.kind)
        desk.questions[request] = .certificates(number, record)
    }

    /// What the authority answered.
    func certificatesReplied(
        _ number: UInt64, _ record: RequestRecord, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) {
        do throws(BeaconBusError) {
            let answer = try MessageCoder.decodeReply(CertificateReply.self, reply.get().payload).body
            // One request at a time: an answer that came too late is not kept.
            desk?.replies = [number: (record, answer)]
            // What it says of itself; everything is checked before it is used.
            let start = try? Certificate(pem: answer.chains.lifecycle).notBefore
            let issued = IdentityEvent.Issued(
                notBefore: start ?? answer.issued, notAfter: answer.chains.notAfter,
                issued: answer.issued)
            identity(.reply(number: number, .success(issued)), link)
        } catch {
            // Whoever refuses a token may quote it, and a failed start is published (D13).
            let scrubbed = error.scrubbed(of: record.token.map { [$0] } ?? [])
            identity(.reply(number: number, .failure(.unanswered(scrubbed))), link)
        }
    }

    /// Tells the authority, with proofs by both new keys, that the pair is in use.
    func activate(_ set: CertificateSetID, _ desk: IdentityDesk) {
        let store = desk.store
        let id = RequestID.random()
        desk.worker.run {
            let result: Result<ActivateRequest, BeaconBusError>
            do throws(BeaconBusError) { result = .success(try store.activation(of: set, id)) } catch {
                result = .failure(error)
            }
            return { handler, link in handler.activate(set, id, result, link) }
        }
    }

    private func activate(
        _ set: CertificateSetID, _ id: RequestID, _ result: Result<ActivateRequest, BeaconBusError>, _ link: BusLink
    ) {
        do throws(BeaconBusError) {
            let request = try link.request(
                .activate(settings.node), result.get(), timeout: .seconds(10), id: id)
            desk?.questions[request] = .activation(set)
        } catch {
            identity(.activateFailed(set, error), link)
        }
    }

    func activationReplied(
        _ set: CertificateSetID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) {
        do throws(BeaconBusError) {
            let answer = try MessageCoder.decodeReply(ActivateReply.self, reply.get().payload).body
            guard answer.set == set else { throw .otherSet(answer.set, than: set) }
        } catch {
            return identity(.activateFailed(set, .unanswered(error)), link)
        }
        guard let desk else { return }
        let store = desk.store
        desk.worker.run {
            var failure: BeaconBusError?
            do throws(BeaconBusError) { try store.activated(set) } catch { failure = error }
            let holdings = store.holdings()
            return { [failure] handler, link in
                // What could not be tidied up is tidied up after the next start; the pair is active all the same.
                if let failure { handler.warn(failure, link) }
                handler.report.activated(set)
                handler.identity(.activated(set), link)
                handler.identity(.holdings(holdings), link)
            }
        }
    }
}

extension BeaconBusError {
    /// No answer of the authority is the authority's silence, whatever the bus calls it.
    fileprivate static func unanswered(_ error: BeaconBusError) -> BeaconBusError {
        guard [.requestTimeout, .connectionLost, .brokerUnreachable].contains(error.code) else { return error }
        return BeaconBusError(
            .authorityUnreachable, reason: "no answer came: \(error.reason)",
            suggestion: "See whether beacon-authority runs and is connected to the broker.")
    }

    fileprivate static func otherSet(_ set: CertificateSetID, than own: CertificateSetID) -> BeaconBusError {
        BeaconBusError(
            .messageInvalid, reason: "the authority activated set \(set), not \(own)",
            suggestion: "See the authority's log.")
    }

    fileprivate static let unusableRecord = BeaconBusError(
        .storeCorrupt, "The stored request cannot be used.", reason: "pending/request.json lacks a part",
        suggestion: "Remove the folder pending below node.identity, and start the node again.")
}
