import Schema
import Tracking

/// What the radio thread does, without the thread: commands in, passes and outcomes out.
final class RadioLoop {
    /// What comes next.
    enum Next: Equatable {
        /// More to do at once.
        case again
        /// Nothing before this moment, unless a command comes.
        case wait(until: Instant)
        /// Nothing until a command comes.
        case idle
    }

    /// How long figures may be old while nothing is decided.
    static let statisticsInterval: Duration = .seconds(1)

    private let settings: RadioSettings
    private let emit: (RadioOutput) -> Void
    private var monitored: MonitoredSet
    private var random: any RandomNumberGenerator
    private var token: UInt64 = 0
    private var source: (any ReportSource)?
    private var engine: RadioEngine?
    private var toldAt = Instant.zero
    private var discoverUntil = Instant.distantFuture

    /// `emit` takes the outputs, in order, on the calling thread.
    init(
        _ settings: RadioSettings, random: any RandomNumberGenerator = SystemRandomNumberGenerator(),
        emit: @escaping (RadioOutput) -> Void
    ) {
        self.settings = settings
        self.emit = emit
        self.random = random
        monitored = settings.monitored
    }

    /// Takes a command. One of an older opening is ignored.
    func handle(_ command: RadioCommand, at now: Instant) {
        switch command {
        case .open(let token): open(token)
        case .begin(let token, let saved, let cause):
            guard token == self.token, let source, engine == nil else { return }
            let engine = RadioEngine(
                source: source, pace: settings.pace, settings: settings.tracker, monitored: monitored,
                readings: settings.readings, raw: RawTap(settings.raw, interval: settings.rawInterval),
                nextActivation: ActivationNumbers.firstLocal, start: now,
                seed: random.next())
            engine.restore(saved, cause: cause)
            self.engine = engine
            tell(engine, at: now)
        case .monitor(let set):
            monitored = set
            guard let engine else { return }
            engine.monitor(set)
            tell(engine, at: now)
        case .discover(let token, let until):
            guard token == self.token, let engine else {
                // Answered all the same: somebody waits.
                return emit(.discovered(DiscoverReply(devices: [])))
            }
            engine.discovery = Discovery()
            discoverUntil = until
        case .close(let token):
            if token == self.token { forget() }
            emit(.closed(token: token))
        }
    }

    /// One pass over the source, if it is released.
    func step(at now: Instant) -> Next {
        guard let engine else { return .idle }
        let step = engine.step(at: now)
        if now >= discoverUntil { endDiscovery() }
        switch step {
        case .ended, .failed:
            tell(engine, at: now)
            var error: BeaconBusError?
            if case .failed(let cause) = step { error = cause }
            emit(.ended(token: token, engine.statistics, error))
            forget()
            return .idle
        case .again, .wait:
            if !engine.events.isEmpty || !engine.readings.isEmpty || !engine.raw.reports.isEmpty
                || now - toldAt >= Self.statisticsInterval
            {
                tell(engine, at: now)
            }
            guard case .wait(let until) = step else { return .again }
            return .wait(until: min(until, toldAt + Self.statisticsInterval, discoverUntil))
        }
    }

    private func open(_ token: UInt64) {
        forget()
        self.token = token
        let source = settings.makeSource()
        do {
            try source.open()
        } catch {
            return emit(.refused(token: token, name: source.name, kind: source.kind, error))
        }
        self.source = source
        emit(.opened(token: token, name: source.name, kind: source.kind))
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
    }

    private func endDiscovery() {
        discoverUntil = .distantFuture
        if let reply = engine?.takeDiscovery() { emit(.discovered(reply)) }
    }

    private func forget() {
        endDiscovery()
        source = nil
        engine = nil
    }
}
