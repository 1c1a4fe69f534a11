import Schema

/// Makes the monitored message from the registry: the configured formats and rules, and rules for the registered beacons,
/// as fine as they fit.
struct MonitoredBuilder {
    /// Formats of which every beacon is monitored.
    var formats: [BeaconFormat]
    /// Rules that stand beside those of the registry.
    var rules: [MonitorRule]

    /// What is kept free for head and frame.
    static let frameBytes = 2048

    /// The message for the registry as it is now.
    func message(for registry: Registry) throws -> Monitored {
        let configured = try rules.reduce(0) { try $0 + JSONValue(encoding: $1).bytes.count + 1 }
        var budget = MessageCoder.maximumLength - Self.frameBytes - configured
        while true {
            let message = try message(for: registry, budget: budget)
            do throws(BeaconBusError) {
                _ = try MessageCoder.encode(Head(), message)
                return message
            } catch {
                // The sizes are bounds, so this is for safety only: half the room always leads to an end.
                guard error.code == .messageTooLarge, budget > 1024 else { throw error }
                budget /= 2
            }
        }
    }

    private func message(for registry: Registry, budget: Int) throws -> Monitored {
        var folding = RuleFolding()
        try registry.forEachRule { folding.add($0, overrideBytes: $1.count) }
        let plan = folding.plan(budget: budget)
        var list = rules + plan.groupRules.compactMap(MonitorRule.init(group:))
        var left = 0
        try registry.forEachRule { identity, overrides in
            let coverage = plan.coverage(of: identity, hasOverrides: !overrides.isEmpty)
            if !overrides.isEmpty, !coverage.keepsOverrides { left += 1 }
            guard coverage.hasOwnRule else { return }
            list.append(MonitorRule(beacon: identity, overrides: coverage.keepsOverrides ? Array(overrides) : []))
        }
        let widened = plan.widenedFormats
        let further = widened.filter { format in !formats.contains { $0.covers(format) } }
        return Monitored(
            registry: registry.id, revision: registry.revision, formats: formats + further, rules: list,
            folded: fold(plan, beacons: registry.records, rules: list.count, left: left),
            keys: try registry.toldKeysRevision())
    }

    /// Says what became coarser; nil if nothing did.
    private func fold(_ plan: RulePlan, beacons: Int64, rules: Int, left: Int) -> RuleFold? {
        guard !plan.treatments.isEmpty else { return nil }
        var parts = ["not every registered beacon's own rule fits into one message"]
        let groups = plan.groupRules.count
        if groups > 0 { parts.append("\(groups) rules stand for whole groups, unregistered beacons of them included") }
        let widened = plan.widenedFormats
        if !widened.isEmpty {
            parts.append("monitored as a whole: \(widened.map(\.description).joined(separator: ", "))")
        }
        if left > 0 { parts.append("timing and power of \(left) beacons are left out") }
        return RuleFold(from: beacons, to: Int64(rules), reason: parts.joined(separator: "; "))
    }
}
