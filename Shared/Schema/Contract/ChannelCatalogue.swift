/// Every kind of topic (design §3), in its order.
public enum ChannelCatalogue {
    /// All of them.
    public static let all: [Channel] = nodes + scanners + beacons + metadata + actions + site + secrets + authority

    static let nodes: [Channel] = [
        Channel(
            "nodeState", "nodes/{node}/state", .send, from: "lifecycle", to: "anyone",
            "What a node is. The truth for what is; events are what happened.", [NodeStatus.self], isRetained: true),
        Channel(
            "nodeLost", "nodes/{node}/lost", .send, from: "the broker, as lifecycle's will", to: "anyone",
            "That session and connection of the lifecycle is gone. Counts only against a state that is not newer.",
            [Lost.self], isRetained: true),
        event("nodeStarted", "started", StartedEvent.self, "The node has started and its scanner is scanning."),
        event("nodeStopped", "stopped", StoppedEvent.self, "The node has stopped, by request or by force."),
        event("nodeStartFailed", "start-failed", StartFailedEvent.self, "A start request has failed."),
        event("nodeReady", "ready", ReadyEvent.self, "The cause of the failed start may have gone."),
        event(
            "nodeStateChanged", "state-changed", StateChangedEvent.self,
            "The state has changed; directly before the specific event."),
        event("nodeWarning", "warning", WarningEvent.self, "Something is wrong that does not change the state."),
        Channel(
            "nodeStart", "nodes/{node}/commands/start/{requester}", .receive, from: "an operator", to: "lifecycle",
            "Asks the node to start.", [StartCommand.self], replies: [CommandOutcome.self]),
        Channel(
            "nodeStop", "nodes/{node}/commands/stop/{requester}", .receive, from: "an operator", to: "lifecycle",
            "Asks the node to stop.", [StopCommand.self], replies: [CommandOutcome.self]),
        Channel(
            "nodeDiscover", "nodes/{node}/commands/discover/{requester}", .receive, from: "an operator",
            to: "lifecycle", "Asks for the devices in range, for setting up.", [DiscoverCommand.self],
            replies: [DiscoverReply.self]),
        Channel(
            "nodeDesired", "nodes/{node}/desired", .send, from: "metadata", to: "lifecycle",
            "The configuration the node should have.", [DesiredConfiguration.self], isRetained: true),
        Channel(
            "nodeCalibration", "nodes/{node}/calibration", .send, from: "metadata", to: "scanner",
            "What was measured of the node's receiver and surroundings.", [Calibration.self], isRetained: true),
    ]

    private static func event(_ id: String, _ level: String, _ type: any Message.Type, _ sentence: String) -> Channel {
        Channel(id, "nodes/{node}/events/\(level)", .send, from: "lifecycle", to: "anyone", sentence, [type])
    }

    static let scanners: [Channel] = [
        Channel(
            "scannerStatus", "nodes/{node}/scanner", .send, from: "scanner", to: "lifecycle, anyone",
            "What the scanner is; at least every 5 s while a run is on.", [ScannerStatus.self], isRetained: true),
        Channel(
            "scannerLost", "nodes/{node}/scanner/lost", .send, from: "the broker, as the scanner's will",
            to: "lifecycle, anyone", "That session and connection of the scanner is gone.", [Lost.self],
            isRetained: true),
        Channel(
            "scannerScan", "nodes/{node}/scanner/commands/scan/{requester}", .send, from: "lifecycle", to: "scanner",
            "Scan for a run; answered when the sources are open.", [ScanCommand.self], replies: [ScanReply.self]),
        Channel(
            "scannerHalt", "nodes/{node}/scanner/commands/halt/{requester}", .send, from: "lifecycle", to: "scanner",
            "Stop scanning; answered when the sources are closed.", [HaltCommand.self], replies: [ScanReply.self]),
        Channel(
            "scannerDiscover", "nodes/{node}/scanner/commands/discover/{requester}", .send, from: "lifecycle",
            to: "scanner", "Name the devices in range.", [DiscoverCommand.self], replies: [DiscoverReply.self]),
    ]

    static let beacons: [Channel] = [
        Channel(
            "beaconSummary", "nodes/{node}/beacons", .send, from: "scanner", to: "anyone",
            "How many beacons are active, and which pages there are.", [BeaconSummary.self], isRetained: true),
        Channel(
            "beaconPage", "nodes/{node}/beacons/pages/{page}", .send, from: "scanner", to: "anyone",
            "The active beacons of one page; an empty page is cleared. Never a source of work.", [BeaconPage.self],
            isRetained: true),
        batch("beaconsActive", "active", "Beacons that became active; each is looked up and acted on once."),
        batch("beaconsInactive", "inactive", "Beacons that became inactive."),
        batch("beaconsChanged", "changed", "Active beacons of which something else than the signal changed."),
        batch(
            "beaconsUnacknowledged", "unacknowledged",
            "Journalled entries again, same ids, each with its own kind, in order of entry.", to: "dispatch"),
        Channel(
            "beaconsAcknowledged", "nodes/{node}/beacons/acknowledged", .send, from: "dispatch", to: "scanner",
            "How far the node's journal is stored.", [Acknowledged.self], isRetained: true),
        Channel(
            "beaconReadings", "nodes/{node}/beacons/readings", .send, from: "scanner", to: "presence, anyone",
            "The signal of the active beacons, at most once a second each.", [Readings.self], qos: 0),
        Channel(
            "beaconRaw", "nodes/{node}/beacons/raw", .send, from: "scanner", to: "anyone",
            "Advertising data of monitored beacons as it came; only where scanner.raw asks for it.",
            [RawReports.self], qos: 0),
    ]

    private static func batch(_ id: String, _ level: String, _ sentence: String, to: String = "anyone") -> Channel {
        Channel(id, "nodes/{node}/beacons/\(level)", .send, from: "scanner", to: to, sentence, [Batch.self])
    }
}
