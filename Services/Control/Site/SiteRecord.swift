import Schema

/// What a site was made with, kept in its data folder: `site init` without words does the same again.
struct SiteRecord: Sendable, Equatable {
    static let version: Int64 = 1

    var site: SiteID
    /// Names of the broker beside this machine's own; the first is what nodes are told.
    var hosts: [HostName]
    var ports: SitePorts
    /// The address the broker listens on; nil = all.
    var listen: HostName?
    var operators: [OperatorID]
    var observers: [ObserverID]
    /// Where configuration files go.
    var configurationFolder: String
    /// The broker profile, where it is not the usual one.
    var profile: String?

    /// Reads `site.json`. Throws `storeCorrupt` naming what is wrong with it.
    init(bytes: [UInt8], path: String) throws(BeaconBusError) {
        func wrong(_ reason: String) -> BeaconBusError {
            BeaconBusError(
                .storeCorrupt, "The site's record \(path) is not what belongs there", reason: reason,
                suggestion: "Put its last good copy back; it holds no secrets. Without one: move it away and run "
                    + "\"beaconctl site init\" with all options of the first time.")
        }
        let json: JSONValue
        do throws(BeaconBusError) {
            json = try JSONValue.parse(bytes)
        } catch {
            throw wrong(error.reason)
        }
        guard json["version"]?.integerValue == Self.version else { throw wrong("its version is not 1") }
        guard let site = json["site"]?.stringValue.flatMap({ SiteID($0) }) else { throw wrong("site is missing") }
        guard let ports = json["ports"]?.stringValue.flatMap({ SitePorts($0) }) else {
            throw wrong("ports are missing")
        }
        guard let folder = json["configurationFolder"]?.stringValue else {
            throw wrong("configurationFolder is missing")
        }
        func list<Element>(_ name: String, _ read: (String) -> Element?) throws(BeaconBusError) -> [Element] {
            let texts = json[name]?.arrayValue ?? []
            let elements = texts.compactMap { $0.stringValue.flatMap(read) }
            guard elements.count == texts.count else { throw wrong("one of \(name) is not valid") }
            return elements
        }
        self.site = site
        self.ports = ports
        configurationFolder = folder
        hosts = try list("hosts") { HostName($0) }
        operators = try list("operators") { OperatorID($0) }
        observers = try list("observers") { ObserverID($0) }
        profile = json["profile"]?.stringValue
        listen = json["listen"]?.stringValue.flatMap { HostName($0) }
    }

    init(
        site: SiteID, hosts: [HostName], ports: SitePorts, listen: HostName?, operators: [OperatorID],
        observers: [ObserverID], configurationFolder: String
    ) {
        self.site = site
        self.hosts = hosts
        self.ports = ports
        self.listen = listen
        self.operators = operators
        self.observers = observers
        self.configurationFolder = configurationFolder
    }

    var bytes: [UInt8] {
        func list(_ values: [some CustomStringConvertible]) -> JSONValue {
            .array(values.map { .string($0.description) })
        }
        var json: [String: JSONValue] = [
            "version": .integer(Self.version), "site": .string(site.description), "hosts": list(hosts),
            "ports": .string(ports.description), "operators": list(operators), "observers": list(observers),
            "configurationFolder": .string(configurationFolder),
        ]
        if let profile { json["profile"] = .string(profile) }
        if let listen { json["listen"] = .string(listen.description) }
        return Array((JSONValue.object(json).prettyDescription + "\n").utf8)
    }

    /// All names that the broker's certificate must have.
    func serverNames(own: HostName?) -> [HostName] {
        var names: [HostName] = []
        for name in hosts + [own].compactMap(\.self) + HostName.loopback where !names.contains(name) {
            names.append(name)
        }
        return names
    }

    /// Every client that gets its certificate here.
    var clients: [ClientID] {
        Self.services.map { ClientID(kind: .service, site: site, $0) }
            + operators.map { ClientID(kind: .operator, site: site, $0) }
            + observers.map { ClientID(kind: .observer, site: site, $0) }
    }

    /// The services of a site that have a certificate.
    static let services = ["metadata", "dispatch", "bridge", "authority", "gate"].compactMap { ServiceName($0) }
}
