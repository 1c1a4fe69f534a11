import Identity
import Schema
import Store

extension SiteInitialiser {
    /// What became of a pair of key and certificate.
    private enum Finding {
        /// In order, and good for long enough.
        case good(Certificate)
        /// A new certificate over the same key, so that one file is replaced and nothing can be halved.
        case again(PrivateKey, SiteReport.Deed, String)
        /// A new key as well.
        case new(SiteReport.Deed, String)
    }

    /// The broker's own certificate.
    mutating func server(_ authority: CertificateAuthority, names: [String]) throws(BeaconBusError) {
        guard let name = ServiceName("broker") else { return }
        let client = ClientID(kind: .service, site: record.site, name)
        let owner = request.owners.broker
        var finding = try find(layout.serverKey, layout.serverCertificate, client, authority, .server, owner)
        if case .good(let certificate) = finding, let key = try key(layout.serverKey),
            Set(certificate.alternativeNames.map { $0.lowercased() }) != Set(names)
        {
            finding = .again(key, .changed, "for its new names")
        }
        let life = SiteLives.services
        switch finding {
        case .good(let certificate): good(certificate, "the broker", layout.serverCertificate)
        case .again(let key, let deed, let why):
            let certificate = try issue(.server(names: names), client, key, life, authority)
            try put(certificate, layout.serverCertificate, owner)
            done(deed, certificate, "the broker", layout.serverCertificate, why)
        case .new(let deed, let why):
            let key = try newKey(layout.serverKey, owner)
            let certificate = try issue(.server(names: names), client, key, life, authority)
            try put(certificate, layout.serverCertificate, owner)
            done(
                deed, certificate, "the broker", layout.serverCertificate,
                why.isEmpty ? "for \(names.joined(separator: ", "))" : why)
        }
    }

    /// The certificate of a service, an operator or an observer.
    mutating func client(
        _ client: ClientID, _ authority: CertificateAuthority, _ revoked: RevocationList?
    ) throws(BeaconBusError) {
        let path = layout.certificate(client)
        let owner = owner(of: client)
        var finding = try find(layout.key(client), path, client, authority, .client, owner)
        if let revoked, let old = try certificate(path), revoked.contains(old) {
            guard client.kind == .service || isAskedFor(client) else {
                report.add(.skipped, path, "revoked; to let \(client.name) in again, name it on the command line")
                return
            }
            finding = .new(.renewed, "with a new key: the old one was revoked")
        }
        switch finding {
        case .good(let certificate):
            // A book that was lost is written again.
            if !files.exists(layout.authorityBook) { try register(certificate) }
            good(certificate, client.description, path)
        case .again(let key, let deed, let why):
            let certificate = try issue(.client, client, key, SiteLives.life(of: client), authority)
            try register(certificate)
            try put(certificate, path, owner)
            done(deed, certificate, client.description, path, why)
        case .new(let deed, let why):
            let key = try newKey(layout.key(client), owner)
            let certificate = try issue(.client, client, key, SiteLives.life(of: client), authority)
            try register(certificate)
            try put(certificate, path, owner)
            done(deed, certificate, client.description, path, why)
        }
    }

    /// Whose a client's key is: the gate works as the broker's user, people's are whoever runs this.
    private func owner(of client: ClientID) -> FileOwner? {
        switch client.kind {
        case .service: client.name == "gate" ? request.owners.broker : request.owners.services
        default: nil
        }
    }

    private func isAskedFor(_ client: ClientID) -> Bool {
        request.operators.contains { client.kind == .operator && $0.description == client.name }
            || request.observers.contains { client.kind == .observer && $0.description == client.name }
    }

    private mutating func find(
        _ keyPath: String, _ path: String, _ client: ClientID, _ authority: CertificateAuthority,
        _ purpose: CertificatePurpose, _ owner: FileOwner?
    ) throws(BeaconBusError) -> Finding {
        let hadCertificate = files.exists(path)
        guard let key = try key(keyPath) else {
            return .new(
                hadCertificate ? .repaired : .made, hadCertificate ? "with a new key: the old one is missing" : "")
        }
        if try files.mend(keyPath, mode: 0o600, owner: owner) { report.add(.repaired, keyPath, "its rights") }
        guard let certificate = try certificate(path), certificate.publicKey == key.publicKey,
            certificate.commonName == client.description
        else {
            return .again(key, hadCertificate ? .repaired : .made, hadCertificate ? "it did not fit its key" : "")
        }
        if SiteLives.isDue(notBefore: certificate.notBefore, notAfter: certificate.notAfter, now: now) {
            return .again(key, .renewed, "")
        }
        do throws(BeaconBusError) {
            let trust = try TrustStore(pem: authority.certificate.pem)
            try trust.verify([certificate], purpose: purpose, at: now)
        } catch {
            return .again(key, .repaired, "the old one was not accepted: \(error.reason)")
        }
        return .good(certificate)
    }

    /// The key in a file; nil where there is none, or it is none.
    private func key(_ path: String) throws(BeaconBusError) -> PrivateKey? {
        guard let bytes = try AtomicFile(path: path).read(limit: SiteFiles.limit) else { return nil }
        return try? PrivateKey(pem: bytes)
    }

    private func certificate(_ path: String) throws(BeaconBusError) -> Certificate? {
        guard let bytes = try AtomicFile(path: path).read(limit: SiteFiles.limit) else { return nil }
        return try? Certificate(pem: String(decoding: bytes, as: UTF8.self))
    }

    private func newKey(_ path: String, _ owner: FileOwner?) throws(BeaconBusError) -> PrivateKey {
        let key = try PrivateKey.generate()
        try AtomicFile(path: path).write(key.pem().bytes, mode: 0o600, owner: owner)
        return key
    }

    func issue(
        _ profile: CertificateProfile, _ client: ClientID, _ key: PrivateKey, _ life: Duration,
        _ authority: CertificateAuthority
    ) throws(BeaconBusError) -> Certificate {
        let end = min(now + life, authority.certificate.notAfter)
        let begin = max(now - SiteLives.backdate, authority.certificate.notBefore)
        return try authority.issue(
            profile, to: client, publicKey: key.publicKey, serial: SystemRandom.serial(), notBefore: begin,
            notAfter: end)
    }

    /// Hands a certificate to the authority's book, before it is used, so that none is in use that cannot be revoked.
    func register(_ certificate: Certificate) throws(BeaconBusError) {
        try AtomicFile(path: "\(layout.issued)/\(certificate.serial).pem").write(
            Array(certificate.pem.utf8), mode: 0o644, owner: request.owners.services)
    }

    private func put(_ certificate: Certificate, _ path: String, _ owner: FileOwner?) throws(BeaconBusError) {
        try AtomicFile(path: path).write(Array(certificate.pem.utf8), mode: 0o644, owner: owner)
    }

    mutating func good(_ certificate: Certificate, _ whose: String, _ path: String) {
        report.add(.kept, path, "good until \(SiteReport.day(certificate.notAfter))")
        report.due(whose, SiteLives.due(notBefore: certificate.notBefore, notAfter: certificate.notAfter))
    }

    mutating func done(
        _ deed: SiteReport.Deed, _ certificate: Certificate, _ whose: String, _ path: String, _ why: String
    ) {
        let end = "\(whose), good until \(SiteReport.day(certificate.notAfter))"
        report.add(deed, path, why.isEmpty ? end : "\(end); \(why)")
        report.due(whose, SiteLives.due(notBefore: certificate.notBefore, notAfter: certificate.notAfter))
        if path == layout.serverCertificate { report.brokerIsStale = true }
    }
}
