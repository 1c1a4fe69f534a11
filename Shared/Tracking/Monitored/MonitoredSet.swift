public import Schema

/// Which beacons are monitored, and how: decided at constant cost, however many rules there are (L1).
///
/// A beacon is monitored if its format or any rule takes it in. Of several rules the most particular one that says
/// something counts; registered by any is registered.
public struct MonitoredSet: Sendable {
    /// What applies to one beacon.
    struct Match: Equatable {
        var registered = false
        /// Index into `timings`.
        var timing: UInt16 = 0
        var power: Int8?
    }

    /// All timings in use; the first is the node's own, the second that of a registered beacon.
    private(set) var timings: [TimingFigures]
    /// What ranges in metres were made decibels with.
    private var pathLoss: PathLoss
    private let formats: UInt64
    private let rules: [RuleKey: Match]
    private let levels: [Bool]
    /// Whether some rule names a device by its address.
    let namesAddresses: Bool

    /// Builds the look-up. `base` is the node's timing; of registered beacons without their own it counts too, but for
    /// the one sighting they need. At most 65,000 different timings are told apart; further ones count as `base`.
    public init(
        formats: [BeaconFormat], rules: [MonitoredRule] = [], base: Timing = Timing(), pathLoss: PathLoss = PathLoss()
    ) {
        self.formats = BeaconFormat.allCases.reduce(0) { bits, format in
            format != .other && formats.contains { $0.covers(format) } ? bits | 1 << UInt64(format.rawValue) : bits
        }
        var registered = base
        registered.sightings = 1
        var figures = [base, registered]
        var known: [Timing: UInt16] = [:]
        var table: [RuleKey: Match] = [:]
        var levels = [false, false, false, false]
        for rule in rules {
            let key = RuleKey(rule.target)
            levels[Int(key.level.rawValue)] = true
            var match = table[key] ?? Match()
            match.registered = match.registered || rule.registered
            match.power = rule.power ?? match.power
            if let timing = rule.timing {
                if let index = known[timing] {
                    match.timing = index
                } else if figures.count < 65_000 {
                    match.timing = UInt16(figures.count)
                    known[timing] = match.timing
                    figures.append(timing)
                }
            }
            table[key] = match
        }
        timings = figures.map { TimingFigures($0, pathLoss) }
        self.pathLoss = pathLoss
        self.rules = table
        self.levels = levels
        namesAddresses = rules.contains {
            if case .beacon(let beacon) = $0.target { beacon.kind == .mac } else { false }
        }
    }

    /// The same set where loss becomes distance in another way.
    public func with(_ pathLoss: PathLoss) -> MonitoredSet {
        guard pathLoss != self.pathLoss else { return self }
        var set = self
        set.timings = timings.map { $0.scaled(by: pathLoss.exponent / self.pathLoss.exponent) }
        set.pathLoss = pathLoss
        return set
    }

    /// The default of a node that has never been told: iBeacon, AltBeacon and Eddystone.
    public static let byFormat = MonitoredSet(formats: [.iBeacon, .altBeacon, .eddystone])

    /// Whether a rule names just this beacon.
    func namesExactly(_ identity: BeaconIdentity) -> Bool {
        levels[Int(RuleKey.Level.exact.rawValue)] && rules[RuleKey(identity, .exact)] != nil
    }

    /// What applies to `identity`; nil if it is not monitored.
    func match(_ identity: BeaconIdentity) -> Match? {
        var result: Match?
        if formats >> UInt64(identity.format.rawValue) & 1 != 0 { result = Match() }
        guard !rules.isEmpty else { return result }
        let mayBeGrouped = identity.kind == .iBeacon || identity.kind == .eddystoneUID
        // From coarse to particular, so that the particular one's word is the last.
        for level in RuleKey.Level.allCases where levels[Int(level.rawValue)] {
            guard level == .exact || (mayBeGrouped && (level == .group || identity.kind == .iBeacon)) else { continue }
            guard let rule = rules[RuleKey(identity, level)] else { continue }
            var merged = result ?? Match()
            merged.registered = merged.registered || rule.registered
            if rule.timing != 0 { merged.timing = rule.timing }
            merged.power = rule.power ?? merged.power
            result = merged
        }
        if let match = result, match.registered, match.timing == 0 { result?.timing = 1 }
        return result
    }
}
