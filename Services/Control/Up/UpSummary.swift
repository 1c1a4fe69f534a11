import Schema

/// What a run came to.
struct UpSummary: Equatable {
    var reports: Int64
    var advertisers: Int64
    var beacons: Int64
    var active: Int64
    var inactive: Int64
    var changed: Int64
    var lookups: Int64
    var outcomes: [String: Int64]
    var actions: [String: Int64]
    var restarts: Int

    /// The services' own counters, or what was seen on the bus where that is more: a counter comes a little late.
    init(_ model: SiteModel, node: String, restarts: Int) {
        let scanner = model.scannerTotals[node]
        let dispatch = model.serviceTotals["dispatch"]
        func heard(_ kind: BeaconEvent) -> Int64 { Int64(model.counts.beaconEvents[kind.rawValue] ?? 0) }
        func count(_ totals: CounterTotals?, _ key: String, _ seen: Int64) -> Int64 {
            max(totals?[key] ?? 0, seen)
        }
        reports = count(scanner, "reports", 0)
        advertisers = count(scanner, "advertisers", 0)
        beacons = Int64(model.counts.beacons)
        active = count(scanner, "active", heard(.active))
        inactive = count(scanner, "inactive", heard(.inactive))
        changed = count(scanner, "changed", heard(.changed))
        lookups = count(dispatch, "lookups", 0)
        outcomes = [:]
        for kind in OutcomeName.all {
            outcomes[kind] = count(dispatch, "outcomes.\(kind)", Int64(model.counts.outcomes[kind] ?? 0))
        }
        actions = [:]
        for kind in ActionKind.allCases {
            actions[kind.rawValue] = count(
                dispatch, "actions.\(kind.rawValue)", Int64(model.counts.actions[kind.rawValue] ?? 0))
        }
        self.restarts = restarts
    }

    /// A table for people.
    var text: String {
        let rows = [
            ("reports", "\(reports) from \(advertisers) advertisers"),
            ("beacons", "\(beacons)"),
            ("events", "\(active) active, \(inactive) inactive, \(changed) changed"),
            ("look-ups", "\(lookups)"),
            ("outcomes", OutcomeName.all.map { "\(outcomes[$0] ?? 0) \($0)" }.joined(separator: ", ")),
            ("actions", ActionKind.allCases.map { "\(actions[$0.rawValue] ?? 0) \($0.level)" }.joined(separator: ", ")),
        ]
        var text = "Summary\n"
        for (name, value) in rows { text += "  \(Printable.padded(name, 10))  \(value)\n" }
        if restarts > 0 { text += "  \(Printable.padded("restarts", 10))  \(restarts)\n" }
        return text
    }

    /// The same for programs.
    var json: JSONValue {
        [
            "summary": [
                "reports": .integer(reports), "advertisers": .integer(advertisers), "beacons": .integer(beacons),
                "active": .integer(active), "inactive": .integer(inactive), "changed": .integer(changed),
                "lookups": .integer(lookups), "outcomes": .object(outcomes.mapValues { .integer($0) }),
                "actions": .object(actions.mapValues { .integer($0) }), "restarts": .integer(Int64(restarts)),
            ]
        ]
    }
}

/// The kinds of outcome, in the order they are shown.
enum OutcomeName {
    static let all = ["done", "none", "joined", "expired", "failed"]
}
