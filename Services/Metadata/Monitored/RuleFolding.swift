import Schema

/// Folds the registered beacons into rules that fit into one message: as fine as they fit, coarser where they do not.
///
/// `add` every beacon once, in any order, ask for the `plan`, then ask the plan about every beacon. What is kept in
/// between grows with the number of groups (uuid and major, uuid, namespace, format), not with that of the beacons.
struct RuleFolding {
    /// A group of beacons that one rule could stand for.
    struct Group: Equatable {
        var beacons = 0
        /// The bytes of the rules of all its beacons.
        var ownBytes = 0
        /// The bytes of those rules that carry timing or power, and what of that timing and power take.
        var overridingBytes = 0
        var overrideBytes = 0
        /// The smaller groups inside, if it has any.
        var children: [RuleScope] = []
    }

    /// The greatest number of registered beacons known by address or resolving key alone.
    ///
    /// Their rules cannot be folded, so that is how many must always fit, together with a rule or two for everything else.
    static let maximumUnfoldable = 700

    private(set) var groups: [RuleScope: Group] = [:]

    init() {}

    /// Counts one beacon in.
    /// - Parameter overrideBytes: what the beacon's own timing and power add to its rule; 0 when it has neither.
    mutating func add(_ identity: BeaconIdentity, overrideBytes: Int) {
        var scope = RuleScope.beacon(identity)
        let bytes = scope.bytes + overrideBytes
        var newChild: RuleScope?
        while let group = scope.parent {
            let isNew = groups[group] == nil
            groups[group, default: Group()].count(bytes, overrideBytes, newChild)
            newChild = isNew ? group : nil
            scope = group
        }
    }
}

extension RuleFolding.Group {
    fileprivate mutating func count(_ bytes: Int, _ overrideBytes: Int, _ newChild: RuleScope?) {
        beacons += 1
        ownBytes += bytes
        if overrideBytes > 0 {
            overridingBytes += bytes
            self.overrideBytes += overrideBytes
        }
        if let newChild { children.append(newChild) }
    }
}
