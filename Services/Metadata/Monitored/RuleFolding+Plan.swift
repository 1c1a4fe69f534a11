import Schema

extension RuleFolding {
    /// Chooses the finest rules that fit.
    ///
    /// Folding goes on only as long as the rules do not fit: first beacons of one uuid and major, then of one uuid or
    /// namespace, always the group that saves most; then timing and power are left out; then whole formats are
    /// monitored. At the end every fold that turned out to be unnecessary is undone.
    ///
    /// - Parameter budget: the bytes all rules together may take.
    func plan(budget: Int) -> RulePlan {
        var plan = RulePlan()
        plan.bytes = groups.reduce(0) { $0 + ($1.key.level == .format ? $1.value.ownBytes : 0) }
        apply(.folded, to: .major, &plan, budget)
        apply(.folded, to: .family, &plan, budget)
        apply(.swallowed, to: .family, &plan, budget)
        apply(.bare, to: .format, &plan, budget)
        apply(.swallowed, to: .format, &plan, budget)
        undo(.family, &plan, budget)
        undo(.major, &plan, budget)
        plan.fits = plan.bytes <= budget
        return plan
    }

    /// A group and by how many bytes a change of its treatment alters the message.
    private typealias Change = (scope: RuleScope, bytes: Int)

    /// Treats groups of one level, the greatest saving first, until the rules fit.
    private func apply(
        _ treatment: RulePlan.Treatment, to level: RuleScope.Level, _ plan: inout RulePlan, _ budget: Int
    ) {
        guard plan.bytes > budget else { return }
        var changes: [Change] = []
        for (scope, group) in groups where scope.level == level {
            guard treatment == .bare ? group.children.isEmpty : scope.mayStandForAll else { continue }
            let saving = bytes(of: scope, plan) - bytes(of: scope, group, as: treatment)
            if saving > 0 { changes.append((scope, saving)) }
        }
        // Equal savings in a fixed order: the same registry gives the same message in every run.
        changes.sort { $0.bytes != $1.bytes ? $0.bytes > $1.bytes : $0.scope < $1.scope }
        for change in changes {
            guard plan.bytes > budget else { return }
            plan.treatments[change.scope] = treatment
            plan.bytes -= change.bytes
        }
    }

    /// Opens treated groups of one level again, the cheapest first, as far as there is room.
    private func undo(_ level: RuleScope.Level, _ plan: inout RulePlan, _ budget: Int) {
        var changes: [Change] = []
        for (scope, _) in plan.treatments where scope.level == level {
            // Below a coarser treated group nothing is written for this one: opening it would change nothing.
            guard plan.outermost(of: scope)?.scope == scope else { continue }
            changes.append((scope, openBytes(of: scope, plan) - bytes(of: scope, plan)))
        }
        changes.sort { $0.bytes != $1.bytes ? $0.bytes < $1.bytes : $0.scope < $1.scope }
        for change in changes where plan.bytes + change.bytes <= budget {
            plan.treatments[change.scope] = nil
            plan.bytes += change.bytes
        }
    }

    /// The bytes of a group's rules as planned.
    private func bytes(of scope: RuleScope, _ plan: RulePlan) -> Int {
        guard let group = groups[scope], let treatment = plan.treatments[scope] else {
            return openBytes(of: scope, plan)
        }
        return bytes(of: scope, group, as: treatment)
    }

    /// The bytes of a group's rules if it had no rule of its own, what lies inside of it treated as planned.
    private func openBytes(of scope: RuleScope, _ plan: RulePlan) -> Int {
        guard let group = groups[scope] else { return 0 }
        if group.children.isEmpty { return group.ownBytes }
        return group.children.reduce(0) { $0 + bytes(of: $1, plan) }
    }

    private func bytes(of scope: RuleScope, _ group: Group, as treatment: RulePlan.Treatment) -> Int {
        switch treatment {
        case .folded: scope.bytes + group.overridingBytes
        case .swallowed: scope.bytes
        case .bare: group.ownBytes - group.overrideBytes
        }
    }
}
