import Glibc
import Identity
import Schema
import Store

/// Makes a site, or what is missing of it, and renews what is due. Every step leaves what it finds in order alone, so
/// a run that was cut off anywhere is mended by the next one.
struct SiteInitialiser {
    let request: SiteRequest
    let layout: SiteLayout
    let record: SiteRecord
    let now: WallTime
    let files: SiteFiles
    var report: SiteReport

    /// Does all of it.
    /// - Throws: `configurationInvalid` for a folder that is not a site's or another's, `storeCorrupt`,
    ///   `certificateInvalid` or `keyPermissions` for one that must be looked at by a person, `storeReadOnly` and the
    ///   like. Nothing is overwritten then.
    static func run(
        _ request: SiteRequest, now: WallTime = .now(), hostName: HostName? = .own
    ) throws(BeaconBusError) -> (report: SiteReport, record: SiteRecord) {
        let layout = SiteLayout(folder: request.folder)
        let inspection = try SiteInspection(layout)
        let record = try request.record(after: inspection.record)
        var work = SiteInitialiser(
            request: request, layout: layout, record: record, now: now, files: SiteFiles(),
            report: SiteReport(site: record.site, folder: layout.folder))
        try work.folders()
        try work.write(layout.record, record.bytes, mode: 0o644, owner: request.owners.services, "the site's record")
        let authority = try work.authority(inspection)
        try work.trusted(authority)
        try work.server(authority, names: record.serverNames(own: hostName).map(\.description))
        let revoked = try work.revoked()
        for client in record.clients { try work.client(client, authority, revoked) }
        try work.brokerFiles(authority)
        try work.configurationFiles()
        return (work.report, record)
    }

    private mutating func folders() throws(BeaconBusError) {
        let owners = request.owners
        // Everybody passes through to what is theirs; only the names in it are hidden.
        try files.folder(layout.folder, mode: 0o711, owner: owners.services)
        try files.folder(layout.authority, mode: 0o711, owner: owners.services)
        try files.folder(layout.issued, mode: 0o700, owner: owners.services)
        // What the gate, another user, reads. No secrets.
        try files.folder(layout.access, mode: 0o755, owner: owners.services)
        try files.folder(layout.tls, mode: 0o711, owner: nil)
        try files.folder(layout.broker, mode: 0o700, owner: owners.broker)
        // What the authority reads.
        try files.folder(layout.gate, mode: 0o755, owner: owners.broker)
    }

    /// Replaces a file if its content is different, and reports that.
    mutating func write(
        _ path: String, _ content: [UInt8], mode: UInt32, owner: FileOwner?, _ what: String
    ) throws(BeaconBusError) {
        let old = try AtomicFile(path: path).read(limit: SiteFiles.limit)
        if old == content {
            if try files.mend(path, mode: mode, owner: owner) { report.add(.repaired, path, "its rights") }
            return
        }
        try AtomicFile(path: path).write(content, mode: mode, owner: owner)
        report.add(old == nil ? .made : .changed, path, what)
    }

    /// Serial numbers of revoked certificates, as the authority last said; none before it did.
    private func revoked() throws(BeaconBusError) -> RevocationList? {
        guard let bytes = try AtomicFile(path: layout.accessRevocations).read(limit: SiteFiles.limit) else {
            return nil
        }
        return try RevocationList(pem: String(decoding: bytes, as: UTF8.self))
    }
}
