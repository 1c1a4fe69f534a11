import Bus
import Schema
import ServiceKit

extension AuthorityHandler {
    static let pageLimit: Int64 = 100

    /// A page of the nodes, in order of their names.
    func nodeList(_ request: Request<NodeListCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let now = now
        let limit = Int(clamping: command.limit ?? Self.pageLimit)
        let reply = try access.read(link.now) { store in
            var reply = NodeListReply(total: try store.nodeCount(), nodes: [])
            try store.nodes(after: command.after) { record in
                let active = try store.set(of: record.node, .active)
                let pending = try store.set(of: record.node, .pending)
                let standing = record.standing(active: active, pending: pending, now)
                if let wanted = command.standing, wanted != standing { return true }
                if reply.nodes.count == limit {
                    reply.next = reply.nodes.last?.node
                    return false
                }
                let set = standing == .pending ? pending : active
                reply.nodes.append(
                    NodeEntry(
                        node: record.node, standing: standing, app: record.app ?? pending?.app ?? record.expectedApp,
                        user: record.user ?? pending?.user ?? record.expectedUser,
                        fingerprint: set?.lifecycleFingerprint ?? record.askingKey, set: set?.id,
                        notAfter: set?.notAfter ?? record.expectedUntil, since: record.since,
                        returns: record.returns ? true : nil))
                return true
            }
            return reply
        }
        answer(request.reply, reply, by.topic, link)
    }

    /// A page of issued certificates, newest first.
    func certificateList(_ request: Request<CertificateListCommand>, _ by: Operator, _ link: BusLink) throws {
        let command = request.body
        let now = now
        let limit = command.limit ?? Self.pageLimit
        let reply = try access.read(link.now) { store in
            if let before = command.before, try store.certificate(before) == nil {
                throw BeaconBusError.noSuch("the certificate \(quoted(before))", "Begin again without before.")
            }
            let list = try store.certificates(of: command.client, before: command.before, limit: limit + 1)
            let page = list.prefix(Int(limit))
            return CertificateListReply(
                certificates: try page.map { try entry($0, store, now) },
                next: list.count > page.count ? page.last?.serial : nil)
        }
        answer(request.reply, reply, by.topic, link)
    }

    private func entry(
        _ certificate: IssuedCertificate, _ store: AuthorityStore, _ now: WallTime
    ) throws -> CertificateEntry {
        var status = IssuedStatus.active
        if let set = try certificate.set.flatMap({ try store.set($0) }) { status = set.status }
        if certificate.revoked != nil {
            status = .revoked
        } else if certificate.notAfter <= now {
            status = .expired
        }
        return CertificateEntry(
            serial: certificate.serial, client: certificate.client, status: status, issued: certificate.issued,
            notAfter: certificate.notAfter, revoked: certificate.revoked, set: certificate.set)
    }
}
