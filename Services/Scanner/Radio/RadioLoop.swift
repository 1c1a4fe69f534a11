import Bluetooth
import Glibc
import Schema
import Tracking

/// What the radio thread does, without the thread: commands in, passes and outcomes out.
final class RadioLoop {
    /// What comes next.
    enum Next: Equatable {
        /// More to do at once.
        case again
        /// Nothing before this moment, unless a command comes or one of the descriptors has something.
        case wait(until: Instant)
        /// Nothing until a command comes, or one of the descriptors has something.
        case idle
    }

    /// How long figures may be old while nothing is decided.
    static let statisticsInterval: Duration = .seconds(1)
    /// How often it is told at most how far devices have counted.
    static let countingInterval: Duration = .seconds(5)
    /// Reports taken in one pass at most, so that a flood does not keep commands waiting.
    private static let reportsPerPass = 512

    private let settings: RadioSettings
    private let makeLive: (() -> [any LiveSource])?
    private let emit: (RadioOutput) -> Void
    private var monitored: MonitoredSet
    /// With what was measured last.
    private var tracker: TrackerSettings
    private var random: any RandomNumberGenerator
    private let wallClock: () -> WallTime
    private var token: UInt64 = 0
    private var source: (any ReportSource)?
    private var live: LiveGroup?
    private var isOpen = false
    private var watch: (any AdapterWatching)?
    /// What was last told of the live sources.
    private var told: (reports: [SourceReport], adapter: AdapterReport?) = ([], nil)
    private var engine: RadioEngine?
    /// The decoding keys between runs, with what was noted to refuse replays; during a run the engine has them.
    private var secrets = SensorSecrets()
    private var toldAt = Instant.zero
    /// When it was told last how far devices have counted, and how many frames had been opened then.
    private var counted = (at: Instant.zero, frames: 0 as UInt64)

    /// `emit` takes the outputs, in order, on the calling thread. `sources` go before the settings' own.
    init(
        _ settings: RadioSettings, sources: (() -> [any LiveSource])? = nil,
        random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        wallClock: @escaping () -> WallTime = WallTime.now,
        emit: @escaping (RadioOutput) -> Void
    ) {
        self.settings = settings
        makeLive = sources ?? settings.makeLive
        self.emit = emit
        self.random = random
        self.wallClock = wallClock
        monitored = settings.monitored
        tracker = settings.tracker
    }

    /// Takes a command. One of an older opening is ignored.
    func handle(_ command: RadioCommand, at now: Instant) {
        switch command {
        case .open(let token): open(token, at: now)
        case .begin(let token, let saved, let cause):
            guard token == self.token, isOpen, engine == nil, let feed = feed(at: now) else { return }
            let engine = RadioEngine(
                feed, settings: tracker, monitored: monitored, readings: settings.readings,
                raw: RawTap(settings.raw, interval: settings.rawInterval),
                nextActivation: ActivationNumbers.firstLocal, start: now, seed: random.next(),
                secrets: secrets)
            engine.restore(saved, cause: cause)
            self.engine = engine
            // Its alone from here on: keys taken away are nowhere else.
            secrets = SensorSecrets()
            tell(engine, at: now)
        case .monitor(let set):
            monitored = set.with(tracker.pathLoss)
            guard let engine else { return }
            engine.monitor(monitored)
            tell(engine, at: now)
        case .calibrate(let receiverGain, let pathLoss):
            tracker = settings.tracker.calibrated(receiverGain: receiverGain, pathLoss: pathLoss)
            monitored = monitored.with(pathLoss)
            guard let engine else { return }
            engine.calibrate(tracker)
            tell(engine, at: now)
        case .keys(let keys):
            if let engine { engine.use(keys) } else { secrets.use(keys) }
        case .counted(let marks):
            if let engine { engine.restore(marks) } else { secrets.restore(marks) }
        case .discover(let token, let number, let until):
            guard token == self.token, let engine else {
                // Answered all the same: somebody waits.
                return emit(.discovered(number: number, DiscoverReply(devices: [])))
            }
            engine.discover(number: number, until: until)
        case .close(let token):
            if token == self.token { forget() }
            emit(.closed(token: token))
        }
    }

    /// Appends the descriptors to wait for.
    func descriptors(into list: inout [pollfd]) {
        live?.descriptors(into: &list)
        watch?.descriptors(into: &list)
    }

    /// One pass over the source, if it is released; a live one is served before that, too.
    func step(at now: Instant) -> Next {
        guard let engine else { return live.map { stepOpening($0, at: now) } ?? stepWatch(at: now) }
        let step = engine.step(
            at: now, wallClock: wallClock(), limit: live == nil ? 1_024 : Self.reportsPerPass)
        if !engine.discoveries.isEmpty { endDiscoveries(engine, at: now) }
        if let live { tellSources(live) }
        switch step {
        case .ended, .failed:
            tell(engine, at: now)
            var error: BeaconBusError?
            if case .failed(let cause) = step { error = cause }
            end(engine.statistics, error)
            return .again
        case .again, .wait:
            if !engine.events.isEmpty || !engine.readings.isEmpty || !engine.raw.reports.isEmpty
                || now - toldAt >= Self.statisticsInterval
            {
                tell(engine, at: now)
            }
            guard case .wait(let until) = step else { return .again }
            let asked = engine.discoveries.map(\.until).min() ?? .distantFuture
            return .wait(until: min(until, toldAt + Self.statisticsInterval, asked))
        }
    }

    private func open(_ token: UInt64, at now: Instant) {
        forget()
        self.token = token
        if let makeLive {
            let group = LiveGroup(makeLive())
            live = group
            group.begin(at: now)
            told = (group.reports, group.adapter)
            return
        }
        let source = settings.makeSource()
        do {
            try source.open()
        } catch {
            let report = SourceReport(name: source.name, kind: source.kind, state: .failed, error: error)
            return emit(.refused(token: token, [report], nil, error))
        }
        self.source = source
        isOpen = true
        emit(.opened(token: token, [SourceReport(name: source.name, kind: source.kind, state: .scanning)], nil))
    }

    private func feed(at now: Instant) -> RadioEngine.Feed? {
        if let live { return .live(live) }
        return source.map { .replay($0, SourceClock(start: now, pace: settings.pace)) }
    }

    /// What is heard before the release is not tracked (H5).
    private func stepOpening(_ live: LiveGroup, at now: Instant) -> Next {
        let hasMore = live.service(at: now, limit: Self.reportsPerPass) { _ in }
        if let failure = live.failure {
            if isOpen {
                tellSources(live)
                end(RadioStatistics(), failure)
            } else {
                // What was told while it opened no longer holds: "ready" after this is news.
                told = (live.reports, live.adapter)
                emit(.refused(token: token, told.reports, told.adapter, failure))
                let causes = live.failures
                forget()
                beginWatch(causes)
            }
            return .again
        }
        if !isOpen, live.isScanning {
            isOpen = true
            told = (live.reports, live.adapter)
            emit(.opened(token: token, told.reports, told.adapter))
        } else {
            tellSources(live)
        }
        return hasMore ? .again : .wait(until: live.deadline ?? .distantFuture)
    }

    private func tellSources(_ live: LiveGroup) {
        let present = (reports: live.reports, adapter: live.adapter)
        guard present != told else { return }
        told = present
        emit(.sources(token: token, told.reports, told.adapter))
    }

    private func end(_ statistics: RadioStatistics, _ error: BeaconBusError?) {
        emit(.ended(token: token, statistics, error))
        let causes = error == nil ? [] : live?.failures ?? []
        forget()
        beginWatch(causes)
    }

    /// After failures for want of adapters it is looked whether one of them is there again (H14).
    private func beginWatch(_ causes: [BeaconBusError?]) {
        guard let make = settings.makeWatch else { return }
        let watches = causes.enumerated().compactMap { index, cause in
            cause.flatMap { $0.code.isCuredByAdapter ? make(index, $0.code) : nil }
        }
        watch = watches.isEmpty ? nil : WatchGroup(watches)
    }

    private func stepWatch(at now: Instant) -> Next {
        guard let watch else { return .idle }
        if let adapter = watch.look(at: now), adapter != told.adapter {
            told.adapter = adapter
            emit(.sources(token: token, told.reports, adapter))
        }
        return watch.deadline.map { .wait(until: $0) } ?? .idle
    }

    private func tell(_ engine: RadioEngine, at now: Instant) {
        toldAt = now
        emit(
            .pass(
                token: token,
                RadioPass(
                    events: engine.events, readings: engine.readings, raw: engine.raw.take(),
                    statistics: engine.statistics, decidedAt: now)))
        engine.events.removeAll(keepingCapacity: true)
        engine.readings.removeAll(keepingCapacity: true)
        if now - counted.at >= Self.countingInterval { tellCounted(engine, at: now) }
    }

    private func tellCounted(_ engine: RadioEngine, at now: Instant) {
        let frames = engine.opened
        guard frames != counted.frames else { return }
        counted = (now, frames)
        emit(.counted(engine.secrets.marks))
    }

    private func endDiscoveries(_ engine: RadioEngine, at now: Instant, all: Bool = false) {
        engine.endDiscoveries(at: now, all: all) { emit(.discovered(number: $0, $1)) }
    }

    private func forget() {
        if let engine {
            endDiscoveries(engine, at: .zero, all: true)
            tellCounted(engine, at: counted.at)
            counted.frames = 0
            secrets = engine.secrets
            secrets.resetCounters()
        }
        source = nil
        live?.end()
        live = nil
        isOpen = false
        watch = nil
        engine = nil
    }
}
