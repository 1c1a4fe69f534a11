import Bus
import Schema
import ServiceKit
import Synchronization

/// What the service tells its operator: log lines, metrics, and its condition at `/health`. Any thread may read it.
final class LifecycleReport: Sendable {
    private let logger: Logger
    /// For what is also published as an event, so that who shows both can tell.
    private let node: Logger
    private let commands: [NodeCommand: Counter]
    private let refusals: Counter
    private let repetitions: Counter
    private let warnings: Counter
    private let unexpectedMessages: Counter
    private let publishFailures: Counter
    private let bytesWritten: Counter
    private let requests: [IdentityHoldings.RequestKind: Counter]
    private let events: [String: Counter]
    private let state: Gauge
    private let broker = Mutex<String?>("no connection yet")
    private let disk = Mutex<String?>(nil)

    init(logger: Logger, metrics: Metrics, health: Health) {
        self.logger = logger
        node = logger.named("node")
        commands = Dictionary(
            uniqueKeysWithValues: NodeCommand.allCases.map {
                (
                    $0,
                    metrics.counter("lifecycle_commands_total", "Commands received.", labels: ["command": $0.rawValue])
                )
            })
        refusals = metrics.counter("lifecycle_refused_total", "Commands refused.")
        repetitions = metrics.counter("lifecycle_repeated_total", "Commands that came again with the same id.")
        warnings = metrics.counter("lifecycle_warnings_total", "Warnings, those not published included.")
        unexpectedMessages = metrics.counter("lifecycle_unexpected_total", "Messages that could not be used.")
        publishFailures = metrics.counter("lifecycle_publish_failures_total", "Messages that could not be published.")
        requests = Dictionary(
            uniqueKeysWithValues: IdentityHoldings.RequestKind.allCases.map {
                (
                    $0,
                    metrics.counter(
                        "lifecycle_certificate_requests_total", "Requests sent to the authority, repetitions included.",
                        labels: ["kind": $0.rawValue])
                )
            })
        bytesWritten = metrics.counter("lifecycle_written_bytes_total", "Bytes handed to the disk.")
        events = Dictionary(
            uniqueKeysWithValues: ["started", "startFailed", "stopped", "ready"].map {
                ($0, metrics.counter("lifecycle_events_total", "Events announced.", labels: ["event": $0]))
            })
        state = metrics.gauge("lifecycle_state", "0 idle, 1 starting, 2 running, 3 stopping.")
        health.add("broker") { [weak self] in self?.broker.withLock { $0.map { .degraded($0) } } ?? .good }
        health.add("disk") { [weak self] in self?.disk.withLock { $0.map { .degraded($0) } } ?? .good }
    }

    // MARK: The node

    func announced(_ transition: Transition) {
        let names: [NodeState] = [.idle, .starting, .running, .stopping]
        state.set(names.firstIndex(of: transition.view.state) ?? 0)
        let run = LogField.run(transition.run.map(\.description) ?? "")
        switch transition.specific {
        case .started(let repeated):
            events["started"]?.add()
            node.info("the node runs", run, .flag("repeated", repeated))
        case .startFailed(let error):
            events["startFailed"]?.add()
            node.warning(
                "the node did not start", run, .code("\(error.code)"), .reason(error.reason),
                .suggestion(error.suggestion))
        case .stopped(let error?):
            events["stopped"]?.add()
            node.warning(
                "the node had to stop", run, .code("\(error.code)"), .reason(error.reason),
                .suggestion(error.suggestion))
        case .stopped(nil):
            events["stopped"]?.add()
            node.info("the node is stopped", run)
        case .ready(let cause):
            events["ready"]?.add()
            node.info("the node may start again", .text("cause", cause.rawValue))
        case nil:
            node.debug("the node changed its state", .text("state", transition.view.state.rawValue), run)
        }
    }

    func startsByItself() {
        node.info("starting by the standing order (policy automatic)")
    }

    func warning(_ error: BeaconBusError) {
        warnings.add()
        node.warning(
            "something is wrong with the node", .code("\(error.code)"), .reason(error.reason),
            .suggestion(error.suggestion))
    }

    // MARK: Commands

    func commandReceived(_ command: NodeCommand) {
        commands[command]?.add()
    }

    func refused(_ command: NodeCommand, _ error: BeaconBusError) {
        refusals.add()
        logger.warning(
            "a command was refused", .text("command", command.rawValue), .code("\(error.code)"),
            .reason(error.reason), .suggestion(error.suggestion))
    }

    func settled(_ outcome: RequestOutcome) {
        if case .refused = outcome { refusals.add() }
    }

    func repeatedRequest() {
        repetitions.add()
    }

    // MARK: Bus

    func connected(_ isConnected: Bool) {
        broker.withLock { $0 = nil }
        logger.info("connected to the broker")
    }

    func disconnected(_ failure: BusFailure) {
        broker.withLock { $0 = failure.error.description }
        logger.warning(
            "no connection to the broker", .code("\(failure.error.code)"), .reason(failure.error.reason),
            .suggestion(failure.error.suggestion))
    }

    func unexpected(_ topic: String) {
        unexpectedMessages.add()
        logger.debug("a message that was not asked for", .topic(topic))
    }

    func unusable(_ topic: String, _ error: BeaconBusError) {
        unexpectedMessages.add()
        logger.warning("a message cannot be used", .topic(topic), .code("\(error.code)"), .reason(error.reason))
    }

    func eventRefused(_ error: BeaconBusError) {
        publishFailures.add()
        logger.error(
            "the broker refuses an event", .code("\(error.code)"), .reason(error.reason), .suggestion(error.suggestion))
    }

    func publishFailed(_ error: BeaconBusError) {
        publishFailures.add()
        logger.error("a message cannot be published", .code("\(error.code)"), .reason(error.reason))
    }

    // MARK: Identity

    func connects(as identity: BusIdentity) {
        logger.info(
            "connecting as another", .text("client", "\(identity.clientID)"), .text("broker", "\(identity.broker)"))
    }

    func asks(_ source: TokenSource) {
        logger.info("asking for an access token", .text("source", "\(source)"))
    }

    func requested(_ kind: IdentityHoldings.RequestKind) {
        requests[kind]?.add()
        logger.info("asking the authority for certificates", .text("kind", kind.rawValue))
    }

    func installed(_ set: CertificateSetID, until notAfter: WallTime) {
        logger.info("certificates are installed", .text("set", "\(set)"), .text("notAfter", "\(notAfter)"))
    }

    func notInstalled(_ error: BeaconBusError) {
        logger.error(
            "certificates cannot be installed; the node keeps what it had", .code("\(error.code)"),
            .reason(error.reason), .suggestion(error.suggestion))
    }

    func activated(_ set: CertificateSetID) {
        logger.info("the authority knows the certificates in use", .text("set", "\(set)"))
    }

    func waitsForApproval(_ error: BeaconBusError, fingerprint: String) {
        logger.warning(
            "the node is not let in yet", .code("\(error.code)"), .reason(error.reason),
            .suggestion(error.suggestion), .text("fingerprint", fingerprint))
    }

    func joined(until notAfter: WallTime) {
        logger.info("the node was approved", .text("notAfter", "\(notAfter)"))
    }

    // MARK: Disk

    func saved(bytes: Int) {
        bytesWritten.add(bytes)
        disk.withLock { $0 = nil }
    }

    func saveFailed(_ error: BeaconBusError) {
        disk.withLock { $0 = error.description }
        logger.error(
            "the node's state cannot be stored", .code("\(error.code)"), .reason(error.reason),
            .suggestion(error.suggestion))
    }

    func stateUnreadable(_ error: BeaconBusError) {
        logger.error(
            "the stored state cannot be read", .code("\(error.code)"), .reason(error.reason),
            .suggestion(error.suggestion))
    }
}
