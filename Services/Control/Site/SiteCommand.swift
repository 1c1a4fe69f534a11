import Glibc
import Identity
import Schema
import ServiceKit
import Store

/// `beaconctl site init`: makes a site with a closed bus, or what is missing of it.
enum SiteCommand {
    static let data = Option(
        "data-dir", "DIR", .path, "The site's data folder. Default: \(SiteRequest.systemFolder).")
    static let site = Option(
        "site", "ID", .identifier as ValueType<SiteID>, "The site's name. Default: home.")
    static let host = Option(
        "host", "NAME|IP", .host,
        "How nodes find the broker; may be repeated, the first is what they are told. Default: this machine's name.")
    static let port = Option(
        "port", "P[,P,P]", .ports,
        "The broker's ports for nodes, people and bootstrap; one stands for itself and the two behind it. "
            + "Default: 8883.")
    static let listen = Option(
        "listen", "IP", .host, "The only address the broker listens on. Default: all of this machine.")
    static let operators = Option(
        "operator", "NAME", .identifier as ValueType<OperatorID>,
        "Somebody who gets a certificate for beaconctl; may be repeated. Default: admin.")
    static let observers = Option(
        "observer", "NAME", .identifier as ValueType<ObserverID>,
        "A program that gets a certificate to answer token questions; may be repeated.")
    static let configuration = Option(
        "config-dir", "DIR", .path,
        "Where configuration files go. Default: /etc/beaconbus, or the data folder if that is another one.")
    static let serviceUser = Option(
        "service-user", "NAME", .text(), "Whose the services' files are. Default: beaconbus, if there is such a user.")
    static let brokerUser = Option(
        "broker-user", "NAME", .text(), "Whose the broker's files are. Default: mosquitto, if there is such a user.")
    static let profile = Option(
        "broker-profile", "FILE", .path, "The broker's configuration to fill in. Default: the installed one.")
    static let quiet = Flag("quiet", "Say nothing unless something was done; for timers.")

    static let command = Command(
        "site", "Makes a site with a closed bus, and keeps its certificates fresh.", subcommands: [initialise])

    static let initialise = Command(
        "init", "Makes a site, or what is missing of it, and renews what is due.",
        discussion: """
            Makes the authority, the broker's and the services' certificates, one operator, the broker's configuration and \
            its list of rights. What is there is left alone, the authority always; certificates with less than a third of \
            their life left are renewed. Run it again at any time, without options too: a systemd timer does.
            """,
        options: [
            data, site, host, port, listen, operators, observers, configuration, serviceUser, brokerUser,
            profile,
            quiet,
        ]
    ) { invocation in
        umask(0o077)
        let folder = try UpFolder.absolute(invocation[data] ?? SiteRequest.systemFolder)
        // Nothing is left in a folder that is not ours, not even the lock.
        let former = try SiteInspection(SiteLayout(folder: folder)).record
        let named = try invocation[profile].map { try UpFolder.absolute($0) }
        let request = SiteRequest(
            folder: folder, site: invocation[site], hosts: invocation[all: host], ports: invocation[port],
            listen: invocation[listen], operators: invocation[all: operators], observers: invocation[all: observers],
            configurationFolder: try invocation[configuration].map { try UpFolder.absolute($0) },
            owners: try SiteOwners(services: invocation[serviceUser], broker: invocation[brokerUser]),
            profile: try BrokerProfile.read(named ?? former?.profile, programs: UpCommand.ownFolder()),
            profilePath: named)
        let lock = try SiteLock.take(folder)
        defer { withExtendedLifetime(lock) {} }
        let (report, record) = try SiteInitialiser.run(request)
        if !invocation[quiet] || report.hasChanged {
            StandardStream.output.write(report.text)
            if !invocation[quiet], report.isNew {
                StandardStream.output.write(SiteAdvice(record, folder, request.owners).text)
            }
        }
        if report.brokerIsStale, let process = SiteBroker(SiteLayout(folder: folder)).reload() {
            StandardStream.output.write("  The broker (process \(process)) was told to read its certificates again.\n")
            // mosquitto 2.0.11 forgets a SIGHUP that comes while it still reads its files for the one before, such as the
            // gate's: it is told once more.
            try await Task.sleep(for: .seconds(1))
            _ = SiteBroker(SiteLayout(folder: folder)).reload()
        }
        return .success
    }
}

extension ValueType where Value == HostName {
    static var host: ValueType {
        ValueType(
            scalar: "a host name or an IP address", read: { HostName($0) }, render: \.description)
    }
}

extension ValueType where Value == SitePorts {
    static var ports: ValueType {
        ValueType(
            scalar: "one port from 1 to 65533, or three different ones with commas", read: { SitePorts($0) },
            render: \.description)
    }
}
