import Identity
import Schema
import Store

extension SiteInitialiser {
    /// The site's authority: made once and never again, because everything depends on its key.
    mutating func authority(_ inspection: SiteInspection) throws(BeaconBusError) -> CertificateAuthority {
        let keyFile = AtomicFile(path: layout.authorityKey)
        let certificateFile = AtomicFile(path: layout.authorityCertificate)
        let key = try keyFile.read(limit: SiteFiles.limit)
        switch (key, try certificateFile.read(limit: SiteFiles.limit)) {
        case (let key?, let certificate?):
            return try existingAuthority(key, certificate)
        case (let key?, nil) where inspection.hasIssued:
            // It is also what every client trusts.
            guard let copy = try AtomicFile(path: layout.trusted).read(limit: SiteFiles.limit) else {
                throw missing(layout.authorityCertificate)
            }
            let authority = try existingAuthority(key, copy)
            try certificateFile.write(copy, mode: 0o644, owner: request.owners.services)
            report.add(.repaired, layout.authorityCertificate, "from \(layout.trusted)")
            return authority
        case (nil, .some):
            throw missing(layout.authorityKey)
        case (nil, nil) where inspection.hasIssued:
            throw missing(layout.authorityKey)
        default:
            // New, or cut off before anything was issued with the key.
            let authority = try CertificateAuthority.make(site: record.site, now: now, life: SiteLives.authority)
            let secret = authority.key.pem()
            try keyFile.write(secret.bytes, mode: 0o600, owner: request.owners.services)
            try certificateFile.write(
                Array(authority.certificate.pem.utf8), mode: 0o644, owner: request.owners.services)
            report.add(
                .made, layout.authorityKey, "the key of the site's authority: keep a copy in a safe place")
            report.add(
                .made, layout.authorityCertificate,
                "the site's authority, good until \(SiteReport.day(authority.certificate.notAfter))")
            return authority
        }
    }

    private func existingAuthority(
        _ key: [UInt8], _ certificate: [UInt8]
    ) throws(BeaconBusError) -> CertificateAuthority {
        if files.isOpenToOthers(layout.authorityKey) {
            throw BeaconBusError(
                .keyPermissions, "The key of the site's authority can be read by others",
                reason: "\(layout.authorityKey) is not for its owner alone",
                suggestion: "If nobody else can have read it: chmod 600 \(layout.authorityKey). Otherwise make a new "
                    + "site, because whoever has that key can make certificates for it.")
        }
        let authority: CertificateAuthority
        do throws(BeaconBusError) {
            authority = try CertificateAuthority(
                certificate: Certificate(pem: String(decoding: certificate, as: UTF8.self)), key: PrivateKey(pem: key))
        } catch {
            throw BeaconBusError(
                .certificateInvalid, "The site's authority cannot be used",
                reason: "\(layout.authorityKey) and \(layout.authorityCertificate): \(error.reason)",
                suggestion: "Put both back from the same backup.", causes: [error])
        }
        guard now < authority.certificate.notAfter else {
            throw BeaconBusError(
                .certificateExpired, "The site's authority has expired",
                reason: "\(layout.authorityCertificate) was good until \(authority.certificate.notAfter)",
                suggestion: "Look at the clock; if it is right, make a new site in a new folder.")
        }
        guard now >= authority.certificate.notBefore else {
            throw BeaconBusError(
                .clockWrong, "This machine's clock is behind",
                reason: "it says \(now), and the site's authority was made at \(authority.certificate.notBefore)",
                suggestion: "Set the clock, and run this again.")
        }
        return authority
    }

    private func missing(_ path: String) -> BeaconBusError {
        BeaconBusError(
            .storeCorrupt, "A part of the site's authority is missing",
            reason: "\(path) is not there, and certificates have been made with it",
            suggestion: "Put it back from a backup. Without one: move \(layout.folder) away and make the site anew, "
                + "which all nodes must then join anew.")
    }

    /// What clients and broker trust, in the open.
    mutating func trusted(_ authority: CertificateAuthority) throws(BeaconBusError) {
        let content = Array(authority.certificate.pem.utf8)
        try write(layout.trusted, content, mode: 0o644, owner: nil, "what clients need to trust the broker")
        try write(
            layout.brokerTrusted, content, mode: 0o644, owner: request.owners.broker,
            "whose certificates the broker accepts")
    }
}
