import Bus
import Glibc
import Schema
import ServiceKit
import Store
import Synchronization

/// One run of everything: starts, registers, watches, ends.
final class UpRun: Sendable {
    private let settings: UpSettings
    private let writer: ViewWriter
    private let model = Mutex(SiteModel())
    private let stop = StopSignal()
    private let node = UpSettings.node.description

    init(_ settings: UpSettings) {
        self.settings = settings
        writer = ViewWriter(json: settings.json)
    }

    /// Works until the end of the input (where that was asked for) or Ctrl-C.
    func run() async throws -> ExitCode {
        let folder = try UpFolder(path: settings.dataFolder)
        let signals = SignalWatcher { [stop] request in
            if case .stop = request { stop.raise() }
        }
        defer { signals.cancel() }
        let left = LeftChildren(folder: folder.path)
        let supervisor = Supervisor(
            changed: { processes in try? left.note(processes) }, report: { [self] report in show(report) })
        var result: Result<ExitCode, any Error>
        do {
            result = .success(try await work(folder, supervisor))
        } catch is UpStopped {
            result = .success(.success)
        } catch {
            result = .failure(error)
        }
        await supervisor.stop { [self] name in note("stopping \(name)") }
        writer.finish()
        let summary = UpSummary(model.withLock { $0 }, node: node, restarts: supervisor.restarts)
        writer.plain("\n" + summary.text)
        writer.document(summary.json)
        if case .success = result {
            folder.remove(keepingData: false)
        } else {
            folder.remove(keepingData: true)
            writer.plain("The data is kept in \(folder.path).\n")
        }
        return try result.get()
    }

    private func work(_ folder: UpFolder, _ supervisor: Supervisor) async throws -> ExitCode {
        let port = try await startBroker(folder, supervisor)
        let plan = UpPlan(settings: settings, folder: folder.path, port: port)
        try AtomicFile(path: plan.configurationFile).write(Array(plan.configuration.utf8), mode: 0o644)
        writer.plain(header(plan))
        for program in plan.services { supervisor.start(program) }
        let configuration = BusConfiguration(
            broker: BrokerAddress(host: "127.0.0.1", port: port),
            clientID: ClientID(kind: .operator, site: UpSettings.site, UpSettings.operatorID),
            roots: Roots(site: UpSettings.site), session: 1)
        return try await BusSession.with(configuration, reconnects: true) { [self] session in
            try await session.subscribe(SiteFilters.subscriptions(configuration.roots), capacity: 200_000) { messages in
                try await withThrowingTaskGroup(of: ExitCode?.self) { group in
                    group.addTask { [self] in
                        for try await message in messages { take(message) }
                        return nil
                    }
                    group.addTask { [self] in try await drive(session, plan, supervisor) }
                    defer { group.cancelAll() }
                    while let code = try await group.next() {
                        if let code { return code }
                    }
                    return .success
                }
            }
        }
    }

    /// The whole run, and the end of all but the broker, so that the services' last words are heard.
    private func drive(_ session: BusSession, _ plan: UpPlan, _ supervisor: Supervisor) async throws -> ExitCode {
        var code = ExitCode.success
        do {
            code = try await steps(session, plan, supervisor)
        } catch is UpStopped {}
        await supervisor.stop(keeping: "broker") { [self] name in note("stopping \(name)") }
        try? await Task.sleep(for: .milliseconds(100))
        return code
    }

    /// Registers, waits for the scanner to know, starts the node, and waits for the end.
    private func steps(_ session: BusSession, _ plan: UpPlan, _ supervisor: Supervisor) async throws -> ExitCode {
        try await until("the metadata service to be ready", within: .seconds(60), supervisor) { site in
            site.services["metadata"]?["ready"]?.boolValue == true
        }
        if let file = settings.registrations {
            let registered = try await UpRegistration.run(file, session)
            let names = try await UpRegistration.names(session)
            model.withLock { site in for (beacon, name) in names { site.names.learn(beacon, name) } }
            note("registered \(registered.count) beacon\(registered.count == 1 ? "" : "s")")
            try await until("the scanner to know the registrations", within: .seconds(60), supervisor) { [node] site in
                let known = site.scanners[node]?["monitored"]?["revision"]?.integerValue
                return known.map { $0 >= registered.revision } ?? false
            }
        }
        supervisor.start(plan.lifecycle)
        try await until("the node to start", within: .seconds(60), supervisor) { [node] site in
            guard let state = site.nodes[node] else { return false }
            return state["state"]?.stringValue == "running" || state["attempt"]?.integerValue ?? 0 > 0
        }
        return try await watch(supervisor)
    }

    private func watch(_ supervisor: Supervisor) async throws -> ExitCode {
        var progress = UpProgress()
        var quiet = 0
        var last = SiteCounts()
        while true {
            try await pause(supervisor)
            let site = model.withLock { $0 }
            progress.update(site, node: node)
            writer.show(status: UpStatus.line(site, node: node))
            guard settings.exitWhenDone else { continue }
            if let error = progress.hopeless {
                throw CommandFailure("The node cannot start: \(ErrorText.line(error)).", code: .noInput)
            }
            // Counters come a little after what they count, so the end is believed when it lasts.
            quiet = progress.isDone(site, node: node) && site.counts == last ? quiet + 1 : 0
            last = site.counts
            if quiet >= 15 { return .success }
        }
    }

    private func startBroker(_ folder: UpFolder, _ supervisor: Supervisor) async throws -> UInt16 {
        guard let port = FreePort.find() else { throw CommandFailure("There is no free loopback port.") }
        let setup = try BrokerSetup(
            folder: try folder.folder("broker", mode: 0o755), profile: settings.brokerProfile, port: port)
        folder.adopt(setup.place)
        supervisor.start(setup.program)
        try await until("the broker to listen on 127.0.0.1:\(port)", within: .seconds(15), supervisor) { _ in
            FreePort.answers(port)
        }
        return port
    }

    /// Waits for a condition of the site; throws when the time is over, a program was given up, or a stop was asked for.
    private func until(
        _ what: String, within patience: Duration, _ supervisor: Supervisor,
        _ condition: @Sendable (SiteModel) -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + patience
        while !condition(model.withLock { $0 }) {
            try await pause(supervisor)
            guard ContinuousClock.now < deadline else {
                throw CommandFailure(
                    "Waited \(DurationText.text(patience)) in vain for \(what).", code: .temporaryFailure)
            }
        }
    }

    private func pause(_ supervisor: Supervisor) async throws {
        try? await Task.sleep(for: .milliseconds(100))
        if stop.isRaised { throw UpStopped() }
        if let failure = supervisor.failure { throw CommandFailure("Cannot go on: \(failure).") }
        try Task.checkCancellation()
    }

    private func take(_ message: IncomingMessage) {
        guard let topic = message.topic else { return }
        let events = model.withLock { $0.apply(topic, message.payload, retained: message.retained) }
        for event in events { writer.write(event) }
    }

    private func note(_ text: String) {
        writer.write(ViewEvent(kind: .note, origin: "up", subject: text, detail: "", isMinor: true))
    }

    private func show(_ report: Supervisor.Report) {
        switch report {
        case .line(let program, let text):
            if let event = ChildLine.event(program, text) { writer.write(event) }
        case .ended(let program, let ending, let wait, let lines):
            let next = wait.map { "starting it again in \(BeaconText.tenths($0)) s" } ?? "giving up"
            writer.write(ViewEvent(kind: .error, origin: program, subject: "\(ending)", detail: next))
            for line in lines.suffix(6) {
                let text = ChildLine.text(line)
                writer.write(
                    ViewEvent(kind: .note, origin: program, subject: "said: \(text)", detail: "", isMinor: true))
            }
        }
    }

    private func header(_ plan: UpPlan) -> String {
        """
        BeaconBus: site \(UpSettings.site), node \(UpSettings.node), input \(settings.input), \
        broker 127.0.0.1:\(plan.port)
        Data in \(plan.folder). In another terminal:
          mosquitto_sub -p \(plan.port) -v -t 'beaconbus/\(UpSettings.site)/#'
          \(settings.programs)/beaconctl --broker 127.0.0.1:\(plan.port) status


        """
    }
}
