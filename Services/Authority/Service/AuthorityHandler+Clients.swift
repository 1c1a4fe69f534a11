import Bus
import Identity
import Schema
import ServiceKit

extension AuthorityHandler {
    /// A certificate for an observer, an operator or a site service.
    func issue(_ request: Request<IssueCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        try checkClock(link)
        try checkClient(command.client)
        let signingRequest = try SigningRequest(pem: command.request)
        try signingRequest.check(for: command.client)
        if command.validates != nil, command.client.kind != .observer {
            throw BeaconBusError.field("validates", "is for observers only", code: .commandInvalid)
        }
        let life = command.validity.map { Duration.milliseconds($0) } ?? AuthoritySetup.clientLife
        guard life >= .seconds(1) else {
            throw BeaconBusError.field("validity", "must be at least 1000 ms", code: .commandInvalid)
        }
        sign([order(command.client, signingRequest, try term(life))], link) { [unowned self] result, link in
            do {
                try issued(request, try result.get()[0], by, link)
            } catch {
                refuse(request.reply, BeaconBusError.common(error), by.topic, link)
            }
        }
    }

    private func issued(
        _ request: Request<IssueCommand>, _ certificate: Certificate, _ by: Operator, _ link: BusLink
    ) throws {
        let command = request.body
        let now = now
        try unit(link) { store in
            try store.insert(IssuedCertificate(certificate, purpose: .client, now))
            try store.putClient(command.client, validates: command.validates)
        }
        note(.issue, by) { entry in
            entry.client = command.client
            entry.serials = [certificate.serial]
        }
        let reply = IssueReply(
            chain: certificate.pem, authority: setup.authority.certificate.pem, notAfter: certificate.notAfter)
        whenApplied(request.reply, by, link) { [unowned self] duration in
            var reply = reply
            reply.applied = duration != nil
            answerNow(request.reply, reply, link)
        }
    }

    /// Takes back the certificates of a client that is no node, and has it cut off.
    func revoke(_ request: Request<RevokeCommand>, _ by: Operator, _ link: BusLink) throws {
        let client = request.body.client
        let now = now
        try checkClient(client)
        try checkIsDispensable(client)
        let certificates = try unit(link) { store in
            let certificates = try store.revoke(client: client, now)
            guard certificates > 0 else {
                throw BeaconBusError.noSuch("a certificate of \(client)", "Look at `beaconctl cert show`.")
            }
            try store.removeClient(client)
            try store.accessChanged()
            return certificates
        }
        note(.revoke, by) { entry in
            entry.client = client
            entry.reason = request.body.reason
        }
        whenApplied(request.reply, by, link) { [unowned self] duration in
            answerNow(
                request.reply,
                RevokeReply(
                    client: client, certificates: Int64(certificates), duration: duration?.saturatedMilliseconds), link)
        }
    }

    /// Refuses to put off those who carry out what is revoked: the gate never ends its own sessions, and with its
    /// certificate on the list it would not come back, so that from then on nobody at all could be put off; the authority
    /// would cut itself off before it could answer.
    private func checkIsDispensable(_ client: ClientID) throws(BeaconBusError) {
        guard client.kind == .service, ["gate", Self.name.description].contains(client.name) else { return }
        throw BeaconBusError(
            .commandInvalid, "The site cannot do without \(client)",
            reason: "beacon-\(client.name) is needed for carrying out a revocation, so it cannot be revoked itself",
            suggestion:
                "For a new key remove \(client.name).key and \(client.name).crt from the site's folder tls, run \"beaconctl site init\", "
                + "and restart beacon-\(client.name); deploy/nodes.md says more.", retryable: false)
    }

    private func checkClient(_ client: ClientID) throws(BeaconBusError) {
        guard client.site == setup.site else {
            throw .field("client", "is of the site \(client.site), this is \(setup.site)", code: .commandInvalid)
        }
        guard Self.isClient(client) else {
            throw .field("client", "is no observer, operator or service", code: .commandInvalid)
        }
    }
}
