import Schema

/// The configuration files that `site init` writes once and never again: they are for people to change.
struct SiteConfiguration {
    let record: SiteRecord
    let layout: SiteLayout

    /// For the services of the site, on the broker's machine.
    var services: String {
        """
        # BeaconBus: the services of site \(record.site), written by "beaconctl site init" and yours to change.
        # All keys: beacon-metadata --print-config, and so for each service.
        \(site)
        broker:
          address: \(near(record.ports.nodes))
          authorityFile: \(Self.quoted(layout.trusted))
          certificateFile: \(Self.quoted("\(layout.tls)/{service}.crt"))
          keyFile: \(Self.quoted("\(layout.tls)/{service}.key"))

        """
    }

    /// For a node on a machine of its own.
    var node: String {
        let bootstrap =
            record.ports.bootstrap == SitePorts.usual.bootstrap
            ? "" : "\n  bootstrapBroker: \(far(record.ports.bootstrap))"
        let joining =
            record.ports.people == SitePorts.usual.people ? "" : "\n  joiningBroker: \(far(record.ports.people))"
        return """
            # BeaconBus: a node of site \(record.site), written by "beaconctl site init". Copy it to the node as
            # /etc/beaconbus/beaconbus.yaml, give it the node's name, and put the bundle of "beaconctl node add" beside its
            # certificates as bootstrap.pem.
            site:
              id: \(record.site)
            broker:
              address: \(far(record.ports.nodes))
            node:
              id: kitchen
              identity: /var/lib/beaconbus/identity\(bootstrap)
            lifecycle:
              policy: automatic\(joining)

            """
    }

    /// For an operator on this machine.
    func person(_ client: ClientID) -> String {
        """
        # BeaconBus: operator \(client.name) of site \(record.site), for: beaconctl --config FILE …
        \(site)
        broker:
          address: \(near(record.ports.people))
          authorityFile: \(Self.quoted(layout.trusted))
          certificateFile: \(Self.quoted(layout.certificate(client)))
          keyFile: \(Self.quoted(layout.key(client)))

        """
    }

    private var site: String {
        """
        site:
          id: \(record.site)
          dataFolder: \(Self.quoted(layout.folder))
        """
    }

    /// From this machine.
    private func near(_ port: UInt16) -> String { Self.address(record.listen?.description ?? "localhost", port) }

    /// From others.
    private func far(_ port: UInt16) -> String {
        Self.address((record.hosts.first ?? HostName.own)?.description ?? "localhost", port)
    }

    private static func address(_ host: String, _ port: UInt16) -> String {
        host.contains(":") ? "\"[\(host)]:\(port)\"" : "\(host):\(port)"
    }

    /// A path as YAML, which takes JSON's strings.
    static func quoted(_ text: String) -> String { JSONValue.string(text).description }
}

extension SiteInitialiser {
    /// Writes those that are not there.
    mutating func configurationFiles() throws(BeaconBusError) {
        let configuration = SiteConfiguration(record: record, layout: layout)
        var wanted = [
            ("beaconbus.yaml", configuration.services, "the configuration of the site's services"),
            ("node.yaml", configuration.node, "what to copy to a node"),
        ]
        for client in record.clients where client.kind == .operator {
            let name = "\(SiteLayout.name(client)).yaml"
            wanted.append((name, configuration.person(client), "for beaconctl --config"))
        }
        for (name, text, what) in wanted {
            let path = "\(record.configurationFolder)/\(name)"
            guard !files.exists(path) else { continue }
            try files.makeIfMissing(record.configurationFolder, mode: 0o755)
            try write(path, Array(text.utf8), mode: 0o644, owner: nil, what)
        }
    }
}
