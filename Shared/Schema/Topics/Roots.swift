/// The two topic roots of a site: `public` may be granted read-only as a whole, `private` carries questions with
/// secrets, keys and replies (design §3).
public struct Roots: Hashable, Sendable {
    /// The site they are of.
    public let site: SiteID
    /// E.g. `beaconbus/home`.
    public let `public`: String
    /// E.g. `beaconbus-private/home`.
    public let `private`: String

    /// The default roots of a site.
    public init(site: SiteID) {
        self.site = site
        self.public = "beaconbus/\(site)"
        self.private = "beaconbus-private/\(site)"
    }

    /// Roots with own prefixes of one or two levels, so that a tenant fits: `acme/beaconbus`.
    ///
    /// Each level is an identifier of at most 32 bytes. Throws `configurationInvalid` where a prefix is malformed
    /// or one root would lie inside the other.
    public init(site: SiteID, publicPrefix: String, privatePrefix: String) throws(BeaconBusError) {
        for prefix in [publicPrefix, privatePrefix] {
            let levels = prefix.split(separator: "/", omittingEmptySubsequences: false)
            guard (1...2).contains(levels.count), levels.allSatisfy({ isIdentifier($0.utf8, maximumLength: 32) })
            else {
                throw BeaconBusError(
                    .configurationInvalid, "Topic root is not valid",
                    reason: "\(quoted(prefix)) is not one or two levels of a-z, 0-9, _ and -",
                    suggestion: "Use a root like beaconbus or acme/beaconbus.")
            }
        }
        let publicRoot = "\(publicPrefix)/\(site)"
        let privateRoot = "\(privatePrefix)/\(site)"
        guard publicRoot != privateRoot, !publicRoot.hasPrefix(privateRoot + "/"),
            !privateRoot.hasPrefix(publicRoot + "/")
        else {
            throw BeaconBusError(
                .configurationInvalid, "Topic roots overlap",
                reason: "\(quoted(publicRoot)) and \(quoted(privateRoot)) are not apart",
                suggestion: "Choose two roots of which neither lies inside the other.")
        }
        self.site = site
        self.public = publicRoot
        self.private = privateRoot
    }
}
