import Schema
import Tracking

@testable import ScannerService

/// Runs an engine to its end on a virtual clock and keeps everything it said.
struct Replay {
    var events: [TrackerEvent] = []
    var readings: [Reading] = []
    var last = RadioEngine.Step.again
    var statistics = RadioStatistics()
    var steps = 0
    /// Real time from release to end.
    var took: Duration = .zero

    init(
        _ source: any ReportSource, pace: Pace = .max, monitored: MonitoredSet = .byFormat,
        readings interval: Duration? = nil, limit: Int = 1_024, mostSteps: Int = 1_000_000
    ) throws {
        try source.open()
        let start = Instant(nanoseconds: 5_000_000_000)
        var now = start
        let engine = RadioEngine(
            source: source, pace: pace, settings: TrackerSettings(), monitored: monitored, readings: interval,
            nextActivation: 1, start: start, seed: 1)
        while steps < mostSteps {
            steps += 1
            last = engine.step(at: now, limit: limit)
            events += engine.events
            readings += engine.readings
            engine.events.removeAll()
            engine.readings.removeAll()
            if case .wait(let until) = last { now = max(until, now) }
            if case .ended = last { break }
            if case .failed = last { break }
        }
        statistics = engine.statistics
        took = now - start
    }

    /// The events in short, without changes.
    var transitions: [String] {
        events.filter { $0.kind != .changed }.map { "\($0.kind) \($0.beacon.identity.id)" }
    }
}
