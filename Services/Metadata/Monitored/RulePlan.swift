import Schema

/// Which rules stand for which beacon.
struct RulePlan: Equatable {
    /// What is done with a group of beacons.
    enum Treatment: Equatable {
        /// One rule for the group, and further ones for the beacons with timing or power of their own.
        case folded
        /// One rule for the group; timing and power of its beacons are left out.
        case swallowed
        /// Each beacon has a rule of its own; timing and power are left out.
        case bare
    }

    /// The rules that stand for one beacon.
    struct Coverage: Equatable {
        /// Whether the beacon has a rule of its own.
        var hasOwnRule: Bool
        /// Whether that rule carries the beacon's timing and power.
        var keepsOverrides: Bool
        /// The group whose rule covers the beacon; nil if only its own does.
        var group: RuleScope?
    }

    /// The groups that are treated as a whole; in every other one each smaller group or beacon has its own rule.
    var treatments: [RuleScope: Treatment] = [:]
    /// The bytes the rules need.
    var bytes = 0
    /// Whether that is no more than what was allowed.
    var fits = true

    /// The rules that stand for a beacon.
    func coverage(of identity: BeaconIdentity, hasOverrides: Bool) -> Coverage {
        switch outermost(of: .beacon(identity)) {
        case nil: Coverage(hasOwnRule: true, keepsOverrides: hasOverrides, group: nil)
        case (_, .bare)?: Coverage(hasOwnRule: true, keepsOverrides: false, group: nil)
        case (let group, .folded)?: Coverage(hasOwnRule: hasOverrides, keepsOverrides: hasOverrides, group: group)
        case (let group, .swallowed)?: Coverage(hasOwnRule: false, keepsOverrides: false, group: group)
        }
    }

    /// The groups that have a rule, coarse ones first, in a stable order. Formats are not rules: ``widenedFormats``.
    var groupRules: [RuleScope] {
        treatments.filter { scope, treatment in
            treatment != .bare && scope.level != .format && outermost(of: scope)?.scope == scope
        }.keys.sorted()
    }

    /// The formats that must be monitored as a whole because not even the rules of their groups fit.
    var widenedFormats: [BeaconFormat] {
        treatments.filter { $0.value == .swallowed }.keys.sorted().compactMap { scope in
            if case .format(let format) = scope { format } else { nil }
        }
    }

    /// The coarsest treated group the scope lies in: what is decided there holds for everything inside.
    func outermost(of scope: RuleScope) -> (scope: RuleScope, treatment: Treatment)? {
        var found: (scope: RuleScope, treatment: Treatment)?
        var next: RuleScope? = scope
        while let current = next {
            if let treatment = treatments[current] { found = (current, treatment) }
            next = current.parent
        }
        return found
    }
}
