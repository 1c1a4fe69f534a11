import Schema
import Store

/// What a data folder is before anything is done to it: new, a site's, or somebody else's.
struct SiteInspection {
    /// What the site was made with; nil = it is new, or was only begun.
    let record: SiteRecord?
    /// Whether certificates may be in use that depend on the authority.
    let hasIssued: Bool

    /// - Throws: `configurationInvalid` for a folder with things of others, `storeCorrupt` for an unreadable record.
    init(_ layout: SiteLayout) throws(BeaconBusError) {
        let files = SiteFiles()
        let names = try files.names(in: layout.folder)
        let issued = try files.names(in: layout.tls).contains { $0.hasSuffix(".crt") }
        let waiting = try !files.names(in: layout.issued).isEmpty
        hasIssued =
            issued || waiting || files.exists(layout.serverCertificate) || files.exists(layout.authorityBook)
        if let bytes = try AtomicFile(path: layout.record).read(limit: 1 << 20) {
            record = try SiteRecord(bytes: bytes, path: layout.record)
            return
        }
        record = nil
        // The record is written before the authority, so one without the other was not left by a run cut off.
        if files.exists(layout.authorityCertificate) {
            throw BeaconBusError(
                .storeCorrupt, "The site's record \(layout.record) is missing",
                reason: "there is an authority already, so the site was made before",
                suggestion: "Put the record's last good copy back; it holds no secrets. Without one: move "
                    + "\(layout.folder) away and make the site anew, which all nodes must then join anew.")
        }
        let foreign = names.filter { !SiteLayout.known.contains($0) && !$0.hasSuffix(".new") }
        if let first = foreign.first {
            let further = foreign.count > 1 ? " and \(foreign.count - 1) more" : ""
            throw BeaconBusError(
                .configurationInvalid, "\(layout.folder) is not a site's data folder",
                reason: "it holds \(Printable.text(first, limit: 80))\(further), which no site makes",
                suggestion: "Choose another folder, or an empty one, with --data-dir.")
        }
    }
}
