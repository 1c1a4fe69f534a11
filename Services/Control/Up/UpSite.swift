import Bus
import Glibc
import Identity
import Schema
import ServiceKit
import Store

/// The site that one run works in: its broker, how its programs and this one get onto the bus.
struct UpSite {
    let folder: String
    let ports: SitePorts
    let broker: UpBroker
    /// The files of a closed bus; nil = an open one.
    let layout: SiteLayout?
    /// What was made of it just now; nil = an open one.
    let report: SiteReport?

    /// An open bus on one free loopback port.
    static func open(_ settings: UpSettings, _ folder: UpFolder) throws -> UpSite {
        guard let port = FreePort.find(1)?.first else { throw CommandFailure("There is no free loopback port.") }
        let profile = String(decoding: try FileContents.read("\(settings.profiles)/mosquitto.conf.in"), as: UTF8.self)
        let broker = try UpBroker.open(
            folder: try folder.folder("broker", mode: 0o755), profile: profile, port: port)
        folder.adopt(broker.place)
        return UpSite(
            folder: folder.path, ports: SitePorts(nodes: port, people: port, bootstrap: port), broker: broker,
            layout: nil, report: nil)
    }

    /// A closed bus on three free loopback ports, the former ones if they are still free; made where it is missing.
    static func closed(_ settings: UpSettings, _ folder: UpFolder) throws -> UpSite {
        let layout = SiteLayout(folder: folder.path)
        let isRoot = getuid() == 0
        let reaches = isRoot && SiteOwners.broker != nil && UpBroker.reaches(folder.path, SiteOwners.brokerUser)
        var owners = SiteOwners()
        if reaches {
            owners.broker = SiteOwners.broker
            owners.brokerName = SiteOwners.brokerUser
        } else if isRoot {
            // The folder is closed to the broker's user, so it stays what it is started as.
            owners.brokerName = "root"
        }
        let request = SiteRequest(
            folder: folder.path, site: UpSettings.site, ports: try ports(layout), listen: HostName("127.0.0.1"),
            operators: [UpSettings.operatorID], observers: [UpSettings.observerID], configurationFolder: folder.path,
            owners: owners,
            profile: String(
                decoding: try FileContents.read("\(settings.profiles)/\(BrokerProfile.name)"), as: UTF8.self))
        let (report, record) = try SiteInitialiser.run(request)
        return UpSite(
            folder: folder.path, ports: record.ports,
            broker: try UpBroker.closed(layout, user: reaches ? SiteOwners.brokerUser : nil), layout: layout,
            report: report)
    }

    private static func ports(_ layout: SiteLayout) throws -> SitePorts {
        if let former = try SiteInspection(layout).record?.ports,
            [former.nodes, former.people, former.bootstrap].allSatisfy({ FreePort.isFree($0) })
        {
            return former
        }
        guard let free = FreePort.find(3), free.count == 3 else {
            throw CommandFailure("There are no free loopback ports.")
        }
        return SitePorts(nodes: free[0], people: free[1], bootstrap: free[2])
    }

    /// This program as an operator.
    var operatorConfiguration: BusConfiguration {
        let client = ClientID(kind: .operator, site: UpSettings.site, UpSettings.operatorID)
        var configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: ports.people), clientID: client,
            roots: Roots(site: UpSettings.site), session: 1, tls: tls(client))
        if layout != nil { configuration.clientIDSuffix = Self.word() }
        return configuration
    }

    /// This program as an observer; nil where the bus is open and nobody asks for tokens.
    /// - Parameter run: a word of this process, which tells its connections from those of others.
    func observerConfiguration(run: String) -> BusConfiguration? {
        guard layout != nil else { return nil }
        let client = ClientID(kind: .observer, site: UpSettings.site, UpSettings.observerID)
        return BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: ports.nodes), clientID: client,
            roots: Roots(site: UpSettings.site), session: 1,
            will: Will(topic: .observerLost(UpSettings.observerID)) { _, connection in
                ObserverLost(connection: UpObserver.name(run, connection))
            },
            subscriptions: [Subscription(.tokens(UpSettings.observerID), in: Roots(site: UpSettings.site))],
            tls: tls(client))
    }

    private func tls(_ client: ClientID) -> TLSConfiguration? {
        layout.map {
            TLSConfiguration(
                authorityFile: $0.trusted, certificateFile: $0.certificate(client), keyFile: $0.key(client))
        }
    }

    /// Eight random letters and digits.
    static func word() -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
        return String((0..<8).map { _ in letters.randomElement() ?? "x" })
    }
}
