import Schema
import ServiceKit

/// Which programs a run starts, and the configuration file they share.
struct UpPlan {
    let settings: UpSettings
    let folder: String
    let port: UInt16

    /// The file is also for people: `beaconctl --config FILE watch` finds the broker through it.
    var configuration: String {
        """
        # Written by "up" for this run.
        site:
          id: \(UpSettings.site)
          dataFolder: "\(folder)"
        broker:
          address: 127.0.0.1:\(port)
        node:
          id: \(UpSettings.node)
        # Nobody else can be at work: the folder is locked.
        metadata:
          takeoverWait: 0
        dispatch:
          takeoverWait: 0
        lifecycle:
          policy: automatic

        """
    }

    var configurationFile: String { "\(folder)/beaconbus.yaml" }

    /// Before the node is started, in this order.
    var services: [SupervisedProcess.Program] {
        [program("metadata"), program("dispatch"), program("scanner", source)]
    }

    /// Starts the node.
    var lifecycle: SupervisedProcess.Program { program("lifecycle") }

    private var source: [String] {
        ["--source", settings.input] + (settings.speed.map { ["--speed", $0] } ?? [])
    }

    private func program(_ name: String, _ further: [String] = []) -> SupervisedProcess.Program {
        SupervisedProcess.Program(
            name: name, path: "\(settings.programs)/beacon-\(name)",
            arguments: ["--config", configurationFile, "--log-format", "json"] + further)
    }
}
