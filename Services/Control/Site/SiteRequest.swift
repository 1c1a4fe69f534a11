import Schema

/// What `site init` was asked for; what is nil or empty stays as it was, or is the default for a new site.
struct SiteRequest: Sendable {
    var folder: String
    var site: SiteID?
    var hosts: [HostName] = []
    var ports: SitePorts?
    var listen: HostName?
    var operators: [OperatorID] = []
    var observers: [ObserverID] = []
    var configurationFolder: String?
    var owners = SiteOwners()
    /// The text of the broker profile.
    var profile: String
    /// Its path, where it was named; the next run uses it again.
    var profilePath: String?

    /// The data folder of services that are installed for good.
    static let systemFolder = "/var/lib/beaconbus"
    private static let systemConfiguration = "/etc/beaconbus"

    /// The record after this request. Throws `configurationInvalid` if the folder belongs to another site.
    func record(after old: SiteRecord?) throws(BeaconBusError) -> SiteRecord {
        if let old, let site, site != old.site {
            throw BeaconBusError(
                .configurationInvalid, "The folder \(folder) is that of another site",
                reason: "it was made for site \(old.site), not \(site)",
                suggestion: "Give each site a data folder of its own (--data-dir).")
        }
        func merged<Element: Equatable>(_ old: [Element]?, _ new: [Element]) -> [Element] {
            var all = old ?? []
            for element in new where !all.contains(element) { all.append(element) }
            return all
        }
        guard let fallback = SiteID("home"), let admin = OperatorID("admin") else { preconditionFailure("identifiers") }
        let isNew = old == nil
        let folder = folder == Self.systemFolder ? Self.systemConfiguration : folder
        var record = SiteRecord(
            site: old?.site ?? site ?? fallback, hosts: hosts.isEmpty ? old?.hosts ?? [] : hosts,
            ports: ports ?? old?.ports ?? .usual, listen: listen ?? old?.listen,
            operators: merged(old?.operators, isNew && operators.isEmpty ? [admin] : operators),
            observers: merged(old?.observers, observers),
            configurationFolder: configurationFolder ?? old?.configurationFolder ?? folder)
        record.profile = profilePath ?? old?.profile
        return record
    }
}
