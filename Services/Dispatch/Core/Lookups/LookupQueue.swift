import Schema

/// The activations whose metadata is to be looked up, when each is asked for, and the back-off after failures (D10, L18).
///
/// A value without clock or transport. One activation is in at most one request at a time.
struct LookupQueue: Sendable {
    /// The longest and shortest wait before a failed look-up is asked again.
    static let longestWait: Duration = .seconds(60)
    static let shortestWait: Duration = .seconds(1)

    private struct Item: Sendable {
        let beacon: BeaconID
        let deadline: Instant
        let initial: Bool
        var attempts = 0
        var due: Instant
        var asked = false
        var error: BeaconBusError?
    }

    private var items: [ActivationKey: Item] = [:]
    /// Due at once, in order: those that arrived before those of a start-up burst.
    private var ready: [ActivationKey] = []
    private var readyInitial: [ActivationKey] = []
    /// Waiting for their time, the first of which is `wakeTime`.
    private var delayed: [ActivationKey] = []
    private var wakeTime: Instant?
    private var burst: TokenBucket

    /// - Parameter initialRate: look-ups a second for `initial` activations, with as many at once (D23).
    init(initialRate: Int) {
        burst = TokenBucket(rate: initialRate, capacity: initialRate)
    }

    /// Activations without an answer.
    var count: Int { items.count }
    /// `initial` ones that had to wait for their turn, so far.
    private(set) var deferredByRate: UInt64 = 0

    /// Adds an activation; it is asked for until `deadline`.
    mutating func add(_ key: ActivationKey, _ beacon: BeaconID, initial: Bool, now: Instant, deadline: Instant) {
        guard items[key] == nil else { return }
        items[key] = Item(beacon: beacon, deadline: deadline, initial: initial, due: now)
        if initial { readyInitial.append(key) } else { ready.append(key) }
    }

    /// The activations of the next request, each with another beacon (L7); empty if none is due.
    mutating func next(_ now: Instant, most: Int) -> [(key: ActivationKey, beacon: BeaconID)] {
        wake(now)
        var chosen: [(ActivationKey, BeaconID)] = []
        var beacons: Set<BeaconID> = []
        take(from: \.ready, most, &chosen, &beacons) { _ in true }
        let before = chosen.count
        var bucket = burst
        take(from: \.readyInitial, most, &chosen, &beacons) { _ in bucket.take(now) }
        burst = bucket
        if !readyInitial.isEmpty, chosen.count - before < most { deferredByRate &+= 1 }
        return chosen
    }

    private mutating func take(
        from list: WritableKeyPath<Self, [ActivationKey]>, _ most: Int, _ chosen: inout [(ActivationKey, BeaconID)],
        _ beacons: inout Set<BeaconID>, _ permits: (ActivationKey) -> Bool
    ) {
        var rest: [ActivationKey] = []
        var index = 0
        let keys = self[keyPath: list]
        while index < keys.count, chosen.count < most {
            let key = keys[index]
            index += 1
            guard let item = items[key], !item.asked else { continue }
            guard !beacons.contains(item.beacon) else {
                rest.append(key)
                continue
            }
            guard permits(key) else {
                index -= 1
                break
            }
            items[key]?.asked = true
            beacons.insert(item.beacon)
            chosen.append((key, item.beacon))
        }
        self[keyPath: list] = rest + keys[index...]
    }

    /// The answer said something final, or the activation needs none any more.
    mutating func remove(_ key: ActivationKey) {
        items.removeValue(forKey: key)
    }

    /// The answer did not fit: asked again at once.
    mutating func deferred(_ key: ActivationKey, now: Instant) {
        guard items[key]?.asked == true else { return }
        items[key]?.asked = false
        if items[key]?.initial == true { readyInitial.insert(key, at: 0) } else { ready.insert(key, at: 0) }
    }

    /// The look-up failed retryably or was not answered: asked again after 1 s, 2 s, 4 s … 60 s.
    ///
    /// - Returns: false when that would be after its deadline: it is given up, and removed.
    mutating func failed(_ key: ActivationKey, _ error: BeaconBusError, now: Instant) -> Bool {
        guard var item = items[key] else { return true }
        let doubled = Self.shortestWait * (1 << min(item.attempts, 6))
        item.due = min(now + min(doubled, Self.longestWait), max(item.deadline, now))
        item.attempts += 1
        item.asked = false
        item.error = error
        guard now < item.deadline else {
            items.removeValue(forKey: key)
            return false
        }
        items[key] = item
        delayed.append(key)
        wakeTime = min(wakeTime ?? item.due, item.due)
        return true
    }

    /// Metadata is back: everything that waits is asked for now.
    mutating func wakeAll(_ now: Instant) {
        for key in delayed { items[key]?.due = now }
        wakeTime = now
        wake(now)
    }

    /// The last error of a look-up that is to be tried again.
    func error(of key: ActivationKey) -> BeaconBusError? { items[key]?.error }

    /// When `next` may have something; nil while nothing waits.
    func nextDue(_ now: Instant) -> Instant? {
        if !ready.isEmpty { return now }
        let initial = readyInitial.isEmpty ? nil : burst.nextToken(now)
        return [wakeTime, initial].compactMap { $0 }.min()
    }

    private mutating func wake(_ now: Instant) {
        guard let time = wakeTime, time <= now else { return }
        var rest: [ActivationKey] = []
        wakeTime = nil
        for key in delayed {
            guard let item = items[key], !item.asked else { continue }
            guard item.due > now else {
                ready.append(key)
                continue
            }
            rest.append(key)
            wakeTime = min(wakeTime ?? item.due, item.due)
        }
        delayed = rest
    }
}
