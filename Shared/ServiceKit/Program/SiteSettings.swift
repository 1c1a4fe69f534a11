public import Schema

/// The site and its topics, checked.
public struct SiteSettings: Sendable {
    public let site: SiteID
    public let roots: Roots

    /// Takes the values of `CommonKeys`.
    public init(_ configuration: Configuration) throws(ConfigurationError) {
        site = configuration[CommonKeys.site]
        do throws(BeaconBusError) {
            roots = try Roots(
                site: site, publicPrefix: configuration[CommonKeys.publicRoot],
                privatePrefix: configuration[CommonKeys.privateRoot])
        } catch {
            throw ConfigurationError(
                problems: ["site.publicRoot, site.privateRoot: \(error.reason). \(error.suggestion)"])
        }
    }
}
