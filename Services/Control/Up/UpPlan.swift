import Schema
import ServiceKit

/// Which programs a run starts, and the configuration files they share.
struct UpPlan {
    let settings: UpSettings
    let folder: String
    let ports: SitePorts
    /// The files of a closed bus; nil = an open one.
    let layout: SiteLayout?
    /// The user of the broker, as whom the gate works; nil = the caller.
    let brokerUser: String?

    init(settings: UpSettings, folder: String, ports: SitePorts, layout: SiteLayout? = nil, brokerUser: String? = nil) {
        self.settings = settings
        self.folder = folder
        self.ports = ports
        self.layout = layout
        self.brokerUser = brokerUser
    }

    /// The services of the site; where the bus is open also for the node and for people.
    var configuration: String {
        let authority = layout == nil ? "" : "\nauthority:\n  takeoverWait: 0"
        let broker =
            layout.map { layout in
                """

                  authorityFile: \(SiteConfiguration.quoted(layout.trusted))
                  certificateFile: \(SiteConfiguration.quoted("\(layout.tls)/{service}.crt"))
                  keyFile: \(SiteConfiguration.quoted("\(layout.tls)/{service}.key"))
                """
            } ?? "\nnode:\n  id: \(UpSettings.node)\nlifecycle:\n  policy: automatic"
        return """
            # Written by "up" for this run.
            \(site)
            broker:
              address: 127.0.0.1:\(ports.nodes)\(broker)
            # Nobody else can be at work: the folder is locked.
            metadata:
              takeoverWait: 0
            dispatch:
              takeoverWait: 0\(authority)

            """
    }

    /// The node of a closed bus, which makes its own keys and asks for its certificates.
    var nodeConfiguration: String {
        """
        # Written by "up" for this run.
        \(site)
        broker:
          address: 127.0.0.1:\(ports.nodes)
        node:
          id: \(UpSettings.node)
          identity: \(SiteConfiguration.quoted(identityFolder))
          bootstrapBroker: 127.0.0.1:\(ports.bootstrap)
        lifecycle:
          policy: automatic
          user: \(UpIdentity.user)
          app: \(UpIdentity.app)

        """
    }

    /// The operator of a closed bus, for: beaconctl --config FILE.
    var operatorConfiguration: String {
        guard let layout else { return "" }
        let client = ClientID(kind: .operator, site: UpSettings.site, UpSettings.operatorID)
        return """
            # Written by "up" for this run.
            \(site)
            broker:
              address: 127.0.0.1:\(ports.people)
              authorityFile: \(SiteConfiguration.quoted(layout.trusted))
              certificateFile: \(SiteConfiguration.quoted(layout.certificate(client)))
              keyFile: \(SiteConfiguration.quoted(layout.key(client)))

            """
    }

    private var site: String {
        """
        site:
          id: \(UpSettings.site)
          dataFolder: \(SiteConfiguration.quoted(folder))
        """
    }

    /// All files to be written, with their texts.
    var files: [(path: String, text: String)] {
        let shared = [(configurationFile, configuration)]
        return layout == nil
            ? shared : shared + [(nodeFile, nodeConfiguration), (operatorFile, operatorConfiguration)]
    }

    var configurationFile: String { "\(folder)/beaconbus.yaml" }
    /// The node's; where the bus is open it is the same.
    var nodeFile: String { layout == nil ? configurationFile : "\(folder)/node.yaml" }
    var operatorFile: String { "\(folder)/op_\(UpSettings.operatorID).yaml" }
    /// The node's keys and certificates.
    var identityFolder: String { "\(folder)/identity" }

    /// The services of the site, in this order.
    var services: [SupervisedProcess.Program] {
        var always = [program("metadata", configurationFile), program("dispatch", configurationFile)]
        if let fleets = settings.fleets {
            let broker = settings.fleetBroker.map { ["--fleet-broker", $0] } ?? []
            always.append(program("bridge", configurationFile, ["--fleets", fleets] + broker))
        }
        guard layout != nil else { return always }
        var gate = program("gate", configurationFile)
        gate.user = brokerUser
        return [program("authority", configurationFile)] + always + [gate]
    }

    /// Hears beacons.
    var scanner: SupervisedProcess.Program { program("scanner", nodeFile, source) }

    /// Starts the node.
    var lifecycle: SupervisedProcess.Program { program("lifecycle", nodeFile) }

    private var source: [String] {
        ["--source", settings.input] + (settings.speed.map { ["--speed", $0] } ?? [])
    }

    private func program(
        _ name: String, _ file: String, _ further: [String] = []
    ) -> SupervisedProcess.Program {
        SupervisedProcess.Program(
            name: name, path: "\(settings.programs)/beacon-\(name)",
            arguments: ["--config", file, "--log-format", "json"] + further)
    }
}
