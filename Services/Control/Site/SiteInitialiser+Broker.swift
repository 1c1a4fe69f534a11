import Access
import Identity
import Schema
import Store

extension SiteInitialiser {
    /// What the broker begins with: nobody revoked, the site's own clients, its configuration.
    mutating func brokerFiles(_ authority: CertificateAuthority) throws(BeaconBusError) {
        try revocations(authority)
        try initialAccess()
        let text = BrokerProfile(request.profile).closed(
            folder: layout.broker, ports: record.ports, listen: record.listen, user: request.owners.brokerName)
        try write(
            layout.brokerConfiguration, Array(text.utf8), mode: 0o644, owner: request.owners.broker,
            "the broker's configuration: nodes \(record.ports.nodes), people \(record.ports.people), "
                + "bootstrap \(record.ports.bootstrap)")
    }

    /// The list of revoked certificates. Without one the broker does not start; past its end it lets nobody in.
    private mutating func revocations(_ authority: CertificateAuthority) throws(BeaconBusError) {
        let file = AtomicFile(path: layout.brokerRevocations)
        if let bytes = try file.read(limit: SiteFiles.limit),
            let list = try? RevocationList(pem: String(decoding: bytes, as: UTF8.self)),
            list.isIssued(by: authority.certificate)
        {
            return
        }
        // What the authority said last is not forgotten with the broker's folder.
        if let said = try AtomicFile(path: layout.accessRevocations).read(limit: SiteFiles.limit) {
            try file.write(said, mode: 0o644, owner: request.owners.broker)
            report.add(.repaired, layout.brokerRevocations, "as the authority said last")
        } else {
            // Dated back, so that the authority's first list is the later one.
            let text = try authority.revocationList(
                [], number: 1, issued: now - .seconds(7_200), nextUpdate: now + SiteLives.revocations)
            try file.write(Array(text.utf8), mode: 0o644, owner: request.owners.broker)
            report.add(.made, layout.brokerRevocations, "nobody is revoked yet")
        }
        report.brokerIsStale = true
    }

    /// Who may come in at first; the gate keeps it as the authority says from then on.
    private mutating func initialAccess() throws(BeaconBusError) {
        let file = AtomicFile(path: layout.brokerAccess)
        if let bytes = try file.read(limit: SiteFiles.limit),
            (try? JSONValue.parse(bytes, maximumBytes: SiteFiles.limit)) != nil
        {
            return
        }
        let isBroken = files.exists(layout.brokerAccess)
        let document: AccessDocument
        if let said = try AtomicFile(path: "\(layout.access)/access.json").read(limit: SiteFiles.limit) {
            document = try AccessDocument(reading: said)
        } else {
            document = AccessDocument(
                revision: 1, site: record.site,
                identities: record.clients.map { AccessIdentity(client: $0) })
        }
        try file.write(
            DynamicSecurity.file(document, in: Roots(site: record.site)), mode: 0o600,
            owner: request.owners.broker)
        report.add(isBroken ? .repaired : .made, layout.brokerAccess, "who may do what")
        // The plain variant, which the gate keeps too if it is told to: gate.rights: aclFile.
        if request.profile.contains("acl_file") {
            let text = ACLFile.text(document, in: Roots(site: record.site))
            try write(
                "\(layout.broker)/acl", Array(text.utf8), mode: 0o600, owner: request.owners.broker, "who may do what")
        }
        report.brokerIsStale = true
    }
}
