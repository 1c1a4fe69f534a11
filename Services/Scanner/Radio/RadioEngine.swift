import Bluetooth
import Schema
import Tracking

/// Source → decode → filter → track, synchronously, for one run. No thread and no clock of its own.
final class RadioEngine {
    /// Where the reports come from.
    enum Feed {
        /// Something with a time of its own and an end.
        case replay(any ReportSource, SourceClock)
        /// What is heard now.
        case live(LiveGroup)
    }

    /// What a pass came to.
    enum Step: Equatable {
        /// There is more to do at once.
        case again
        /// Nothing to do before this moment.
        case wait(until: Instant)
        /// The source is at its end, and every deadline has passed.
        case ended
        /// The source broke. What was read before it counts.
        case failed(BeaconBusError)
    }

    /// At so many events or readings a pass ends, so that what it leaves behind is bounded.
    private static let full = 4_096

    /// What this run decided and nobody has taken yet.
    var events: [TrackerEvent] = []
    /// Readings nobody has taken yet.
    var readings: [Reading] = []

    /// Reports to be passed on as they came; nobody has taken them yet.
    var raw: RawTap
    /// One for each that asked what is in the air.
    private(set) var discoveries: [Discovery] = []

    private let feed: Feed
    private let readingsInterval: Duration?
    private var decoder: SightingDecoder
    /// Civil time at one moment of the run; live it follows the clock, in a recording it goes on from the beginning.
    private var civil: (at: Instant, time: WallTime)?
    private var tracker: Tracker
    private var addresses = AddressCounter()
    /// Reports of other devices by kind.
    private var others = [UInt64](repeating: 0, count: 256)
    private var now: Instant
    private var pending: Instant?
    private var readingsDue: Instant
    private var lastReport: Instant?
    private var hasEnded = false
    private var failure: BeaconBusError?

    /// Begins a run at `start`, the real moment of its release. `readings` is their interval, nil for none.
    convenience init(
        source: any ReportSource, pace: Pace, settings: TrackerSettings, monitored: MonitoredSet,
        readings interval: Duration?, raw: RawTap = RawTap(.none, interval: .zero), nextActivation: UInt64,
        start: Instant, seed: UInt64
    ) {
        self.init(
            .replay(source, SourceClock(start: start, pace: pace)), settings: settings, monitored: monitored,
            readings: interval, raw: raw, nextActivation: nextActivation, start: start, seed: seed)
    }

    /// Begins a run at `start`, the real moment of its release. `readings` is their interval, nil for none.
    init(
        _ feed: Feed, settings: TrackerSettings, monitored: MonitoredSet,
        readings interval: Duration?, raw: RawTap = RawTap(.none, interval: .zero), nextActivation: UInt64,
        start: Instant, seed: UInt64, secrets: SensorSecrets = SensorSecrets()
    ) {
        self.feed = feed
        decoder = SightingDecoder(secrets)
        readingsInterval = interval
        self.raw = raw
        tracker = Tracker(
            settings: settings, monitored: monitored, now: start, nextActivation: nextActivation, seed: seed)
        now = start
        readingsDue = start + (interval ?? .zero)
        events.reserveCapacity(256)
    }

    /// Takes up the activations of earlier, before the first report.
    func restore(_ saved: [SavedActivation], cause: TrackerEvent.Cause) {
        tracker.restore(saved, cause: cause, at: now, into: &events)
    }

    /// Takes over another monitored set.
    func monitor(_ set: MonitoredSet) {
        tracker.monitor(set, at: now, into: &events)
    }

    /// Takes over what was measured of receiver and surroundings.
    func calibrate(_ calibrated: TrackerSettings) {
        tracker.calibrate(calibrated, at: now, into: &events)
    }

    /// Takes over other decoding keys.
    func use(_ keys: KeyRing) { decoder.use(keys) }

    /// Refuses what the devices counted before.
    func restore(_ marks: [ReplayMark]) { decoder.restore(marks) }

    /// The decoding keys and what is kept to refuse replays; for the next run.
    var secrets: SensorSecrets { decoder.secrets }

    /// How many encrypted frames were opened in this run.
    var opened: UInt64 { decoder.opened }

    /// One pass: takes at most `limit` records that are due at `real`, and decides what is due.
    func step(at real: Instant, wallClock: WallTime? = nil, limit: Int = 1_024) -> Step {
        if let wallClock {
            switch feed {
            case .live: civil = (real, wallClock)
            case .replay: if civil == nil { civil = (now, wallClock) }
            }
        }
        switch feed {
        case .replay(let source, let clock): return stepReplay(source, clock, at: real, limit: limit)
        case .live(let group): return stepLive(group, at: real, limit: limit)
        }
    }

    private func stepLive(_ group: LiveGroup, at real: Instant, limit: Int) -> Step {
        guard pass(to: real), events.count < Self.full, readings.count < Self.full else { return .again }
        let hasMore = group.service(at: real, limit: limit) { take($0) }
        group.takeDecoded(at: real) { take($0) }
        if let failure = group.failure { return .failed(failure) }
        guard !hasMore, events.count < Self.full else { return .again }
        var wake = group.deadline ?? .distantFuture
        if let deadline = tracker.nextDeadline { wake = min(wake, deadline) }
        if readingsInterval != nil, tracker.activeCount > 0 { wake = min(wake, readingsDue) }
        return .wait(until: wake)
    }

    private func stepReplay(
        _ source: any ReportSource, _ clock: SourceClock, at real: Instant, limit: Int
    ) -> Step {
        let horizon = clock.sourceTime(at: real)
        for _ in 0..<limit {
            guard let due = nextRecord(source, clock) else { return runOut(clock, horizon) }
            if let horizon, due > horizon {
                return pass(to: horizon) ? .wait(until: wake(clock, before: due)) : .again
            }
            guard pass(to: due) else { return .again }
            pending = nil
            source.forEachReport { take($0) }
            // What one pass may leave behind is bounded.
            guard events.count < Self.full, readings.count < Self.full else { break }
        }
        return .again
    }

    /// What to tell of the run.
    var statistics: RadioStatistics {
        RadioStatistics(
            source: counters, decoder: decoder.counters, secrets: decoder.secrets.counters, tracker: tracker.counters,
            advertisers: addresses.count, hasMoreAdvertisers: addresses.isSaturated, kept: tracker.count,
            active: tracker.activeCount, others: otherKinds, droppedRaw: raw.dropped,
            sinceReport: lastReport.map { now - $0 })
    }

    private var counters: SourceCounters {
        switch feed {
        case .replay(let source, _): source.counters
        case .live(let group): group.counters
        }
    }

    private var otherKinds: [DeviceKind: UInt64] {
        var kinds: [DeviceKind: UInt64] = [:]
        for kind in DeviceKind.allCases where others[Int(kind.rawValue)] > 0 {
            kinds[kind] = others[Int(kind.rawValue)]
        }
        return kinds
    }

    /// The source's time of the next record; nil at its end.
    private func nextRecord(_ source: any ReportSource, _ clock: SourceClock) -> Instant? {
        if let pending { return pending }
        guard !hasEnded else { return nil }
        do {
            if let offset = try source.advance() {
                pending = clock.start.advanced(byNanoseconds: offset)
                return pending
            }
        } catch {
            failure = error
        }
        hasEnded = true
        return nil
    }

    @inline(__always)
    private func take(_ report: AdvertisingReport) {
        noteReport(age: report.age)
        addresses.insert(report.address.value)
        decoder.decode(report) { sighting in
            if let beacon = tracker.observe(sighting, age: report.age, at: now, into: &events) {
                raw.offer(beacon, sighting, report, at: now)
            } else {
                others[Int(sighting.kind.rawValue)] &+= 1
            }
            if !discoveries.isEmpty { note(sighting, report.data, age: report.age) }
        }
    }

    private func take(_ decoded: DecodedReport) {
        switch decoded {
        case .away(let beacon): tracker.leave(beacon, at: now, into: &events)
        case .sighting(let sighting, let age):
            noteReport(age: age)
            addresses.insert(sighting.address.value)
            if tracker.observe(sighting, age: age, at: now, into: &events) == nil {
                others[Int(sighting.kind.rawValue)] &+= 1
            }
            if !discoveries.isEmpty { note(sighting, UnsafeRawBufferPointer(start: nil, count: 0), age: age) }
        }
    }

    @inline(__always)
    private func noteReport(age: Int64) {
        let heard = now.advanced(byNanoseconds: 0 &- age)
        lastReport = lastReport.map { max($0, heard) } ?? heard
    }

    /// Notes all devices for one that asked, until a real moment.
    func discover(number: UInt64, until: Instant) { discoveries.append(Discovery(number: number, until: until)) }

    /// Ends the discoveries whose time is over, or all of them, and hands over what they found.
    func endDiscoveries(at real: Instant, all: Bool, _ deliver: (UInt64, DiscoverReply) -> Void) {
        for discovery in discoveries where all || discovery.until <= real {
            deliver(discovery.number, discovery.reply(at: now))
        }
        discoveries.removeAll { all || $0.until <= real }
    }

    private func note(_ sighting: Sighting, _ data: UnsafeRawBufferPointer, age: Int64) {
        let heard = now.advanced(byNanoseconds: 0 &- age)
        for place in discoveries.indices { discoveries[place].note(sighting, data, at: heard) }
    }

    /// Lets the source's time pass; false if that decided so much that it must be taken away first.
    private func pass(to time: Instant) -> Bool {
        now = max(now, time)
        decoder.advance(to: now, wallClock: civil.map { $0.time + (now - $0.at) } ?? .epoch)
        guard tracker.advance(to: now, into: &events, limit: Self.full) else { return false }
        guard let readingsInterval, now >= readingsDue else { return true }
        tracker.collectReadings(into: &readings)
        readingsDue = now + readingsInterval
        return true
    }

    /// After the last record the clock runs on until all deadlines have passed.
    private func runOut(_ clock: SourceClock, _ horizon: Instant?) -> Step {
        while let deadline = tracker.nextDeadline {
            if let horizon, deadline > horizon {
                return pass(to: horizon) ? .wait(until: wake(clock, before: deadline)) : .again
            }
            guard pass(to: deadline), events.count < Self.full, readings.count < Self.full else { return .again }
        }
        return failure.map { .failed($0) } ?? .ended
    }

    /// The real moment at which the record, a deadline or the readings are due, whichever comes first.
    private func wake(_ clock: SourceClock, before due: Instant) -> Instant {
        var wake = due
        if let deadline = tracker.nextDeadline { wake = min(wake, deadline) }
        if readingsInterval != nil, tracker.activeCount > 0 { wake = min(wake, readingsDue) }
        return clock.realTime(of: wake) ?? wake
    }
}
