import Bus
import Glibc
import Schema
import ServiceKit
import Store
import Synchronization

/// One run of everything: starts, registers, watches, ends.
final class UpRun: Sendable {
    let settings: UpSettings
    let writer: ViewWriter
    let model = Mutex(SiteModel())
    private let stop = StopSignal()
    let node = UpSettings.node.description

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
        let site = settings.isOpen ? try UpSite.open(settings, folder) : try UpSite.closed(settings, folder)
        try await start(site.broker, site.ports, supervisor)
        let plan = UpPlan(
            settings: settings, folder: folder.path, ports: site.ports, layout: site.layout,
            brokerUser: site.broker.user)
        for (path, text) in plan.files { try AtomicFile(path: path).write(Array(text.utf8), mode: 0o644) }
        writer.plain(UpHeader.text(plan))
        if let report = site.report { tell(report) }
        for program in plan.services { supervisor.start(program) }
        let roots = Roots(site: UpSettings.site)
        return try await BusSession.with(site.operatorConfiguration, reconnects: true) { [self] session in
            try await session.subscribe(SiteFilters.subscriptions(roots), capacity: 200_000) { messages in
                try await withThrowingTaskGroup(of: ExitCode?.self) { group in
                    group.addTask { [self] in
                        for try await message in messages { take(message) }
                        return nil
                    }
                    let run = UpSite.word()
                    if let configuration = site.observerConfiguration(run: run) {
                        group.addTask { [self] in
                            try await observe(configuration, run, plan, session)
                            return nil
                        }
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

    /// Registers, announces the node, starts it, and waits for the end.
    private func steps(_ session: BusSession, _ plan: UpPlan, _ supervisor: Supervisor) async throws -> ExitCode {
        try await until("the metadata service to be ready", within: .seconds(60), supervisor) { site in
            site.services["metadata"]?["ready"]?.boolValue == true
        }
        var registered: Int64?
        if let file = settings.registrations {
            let result = try await UpRegistration.run(file, session)
            let names = try await UpRegistration.names(session)
            model.withLock { site in for (beacon, name) in names { site.names.learn(beacon, name) } }
            note("registered \(result.count) beacon\(result.count == 1 ? "" : "s")")
            registered = result.revision
        }
        let revision = registered
        if plan.layout != nil {
            try await admit(session, plan, supervisor)
        } else {
            supervisor.start(plan.scanner)
            try await until("the scanner to know the registrations", within: .seconds(60), supervisor) { [node] site in
                let known = site.scanners[node]?["monitored"]?["revision"]?.integerValue
                return known.map { known in revision.map { known >= $0 } ?? true } ?? false
            }
            supervisor.start(plan.lifecycle)
        }
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

    private func start(_ broker: UpBroker, _ ports: SitePorts, _ supervisor: Supervisor) async throws {
        supervisor.start(broker.program)
        try await until("the broker to listen on 127.0.0.1:\(ports.nodes)", within: .seconds(15), supervisor) { _ in
            FreePort.answers(ports.nodes) && FreePort.answers(ports.people)
        }
    }

    /// Waits for a condition of the site; throws when the time is over, a program was given up, or a stop was asked for.
    func until(
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

    func pause(_ supervisor: Supervisor) async throws {
        try? await Task.sleep(for: .milliseconds(100))
        if stop.isRaised { throw UpStopped() }
        if let failure = supervisor.failure { throw CommandFailure("Cannot go on: \(failure).") }
        try Task.checkCancellation()
    }
}
