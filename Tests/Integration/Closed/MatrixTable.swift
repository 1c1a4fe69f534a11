/// Who may do what on the bus, written down by hand for the matrix test, and on purpose not made from the product's own
/// rights. `P` and `Q` are the public and the private root, `@` is the own name, `&` the own `{kind}_{name}`.
enum MatrixTable {
    struct Row {
        /// `{kind}.{name}`, or `{kind}.*` for all others of a kind.
        let who: String
        let writes: [String]
        let reads: [String]
    }

    /// Everybody who may come in: answers to it, and the message to itself.
    static let everybody = Row(who: "", writes: ["Q/replies/&/self/+"], reads: ["Q/replies/&/#"])

    static let lifeCycle = [
        "P/nodes/@/state", "P/nodes/@/lost", "P/nodes/@/events/started", "P/nodes/@/events/stopped",
        "P/nodes/@/events/start-failed", "P/nodes/@/events/ready", "P/nodes/@/events/state-changed",
        "P/nodes/@/events/warning", "Q/tokens/+/@", "Q/enrol/@", "Q/replies/+/#",
    ]

    static let rows = [
        Row(
            who: "n.*",
            writes: lifeCycle + [
                "P/nodes/@/scanner/commands/scan/&", "P/nodes/@/scanner/commands/halt/&",
                "P/nodes/@/scanner/commands/discover/&", "Q/renew/@", "Q/activate/@",
            ], reads: ["P/nodes/@/#", "P/observers/#", "P/services/#", "P/monitored"]),
        Row(who: "boot.join", writes: ["Q/join/+"], reads: []),
        Row(who: "boot.*", writes: lifeCycle, reads: ["P/nodes/@/#", "P/observers/#", "P/services/#"]),
        Row(
            who: "s.*",
            writes: [
                "P/nodes/@/scanner", "P/nodes/@/scanner/lost", "P/nodes/@/beacons", "P/nodes/@/beacons/pages/+",
                "P/nodes/@/beacons/active", "P/nodes/@/beacons/inactive", "P/nodes/@/beacons/changed",
                "P/nodes/@/beacons/unacknowledged", "P/nodes/@/beacons/readings", "P/nodes/@/beacons/raw", "Q/keys/@",
                "Q/replies/n_@/#",
            ], reads: ["P/nodes/@/#", "P/monitored", "P/services/#"]),
        Row(
            who: "svc.metadata",
            writes: [
                "P/services/metadata", "P/services/metadata/lost", "P/monitored", "P/metadata/changed",
                "P/nodes/+/desired", "P/nodes/+/calibration", "Q/replies/+/#",
            ], reads: ["P/#", "Q/keys/+", "Q/keys/commands/+/+"]),
        Row(
            who: "svc.dispatch",
            writes: [
                "P/services/dispatch", "P/services/dispatch/lost", "P/actions/check-in", "P/actions/show-asset",
                "P/actions/inbox-add", "P/actions/inbox-save", "P/actions/outcomes", "P/inboxes/+",
                "P/nodes/+/beacons/acknowledged", "P/metadata/lookup/svc_dispatch", "Q/replies/+/#",
            ], reads: ["P/#"]),
        Row(
            who: "svc.presence",
            writes: ["P/services/presence", "P/services/presence/lost", "P/presence/+", "Q/replies/+/#"],
            reads: ["P/#"]),
        Row(
            who: "svc.bridge",
            writes: [
                "P/services/bridge", "P/services/bridge/lost", "P/nodes/+/state", "P/nodes/+/scanner",
                "P/nodes/+/events/started", "P/nodes/+/events/stopped", "P/nodes/+/events/start-failed",
                "P/nodes/+/events/ready", "P/nodes/+/events/state-changed", "P/nodes/+/events/warning",
                "P/nodes/+/beacons", "P/nodes/+/beacons/pages/+", "P/nodes/+/beacons/active",
                "P/nodes/+/beacons/inactive", "P/nodes/+/beacons/changed", "P/nodes/+/beacons/unacknowledged",
                "P/nodes/+/beacons/readings", "P/nodes/+/beacons/raw", "Q/replies/+/#",
            ], reads: ["P/#"]),
        Row(
            who: "svc.authority",
            writes: [
                "P/services/authority", "P/services/authority/lost", "P/nodes/+/state", "P/nodes/+/lost",
                "P/nodes/+/desired", "P/nodes/+/calibration", "P/nodes/+/scanner", "P/nodes/+/scanner/lost",
                "P/nodes/+/beacons",
                "P/nodes/+/beacons/pages/+", "P/nodes/+/beacons/acknowledged", "Q/apps/+/validate", "Q/replies/+/#",
            ],
            reads: [
                "P/#", "Q/enrol/+", "Q/renew/+", "Q/activate/+", "Q/join/+", "Q/authority/commands/+/+",
            ]),
        Row(
            who: "svc.gate", writes: ["P/services/gate", "P/services/gate/lost", "$CONTROL/dynamic-security/#"],
            reads: ["P/services/gate", "P/services/gate/lost", "$CONTROL/dynamic-security/#"]),
        Row(who: "svc.*", writes: ["P/services/@", "P/services/@/lost"], reads: ["P/#"]),
        // Judges the tokens of the app `visits` as well.
        Row(
            who: "obs.*",
            writes: [
                "P/observers/@", "P/observers/@/lost", "Q/replies/+/tokens/@/#", "Q/replies/+/validate/visits/#",
            ], reads: ["P/#", "Q/tokens/@/+", "Q/apps/visits/validate"]),
        Row(
            who: "op.*",
            writes: [
                "P/nodes/+/commands/start/&", "P/nodes/+/commands/stop/&", "P/nodes/+/commands/discover/&",
                "P/metadata/commands/put/&", "P/metadata/commands/delete/&", "P/metadata/commands/list/&",
                "P/metadata/commands/import/&", "P/metadata/commands/configure/&",
                "P/metadata/commands/calibrate/&", "P/metadata/lookup/&", "Q/keys/commands/put/&",
                "Q/keys/commands/delete/&", "Q/keys/commands/list/&",
                "P/actions/commands/replay/&", "Q/authority/commands/node-add/&",
                "Q/authority/commands/node-approve/&", "Q/authority/commands/node-revoke/&",
                "Q/authority/commands/node-forget/&", "Q/authority/commands/node-list/&",
                "Q/authority/commands/app-put/&", "Q/authority/commands/app-list/&",
                "Q/authority/commands/app-secret/&", "Q/authority/commands/app-test/&",
                "Q/authority/commands/token-create/&", "Q/authority/commands/issue/&",
                "Q/authority/commands/revoke/&", "Q/authority/commands/certificate-list/&",
            ], reads: ["P/#"]),
    ]

    /// What a client may write and read, as filters.
    static func filters(of client: MatrixClient) -> (writes: [String], reads: [String]) {
        guard client.isAdmitted else { return ([], []) }
        let exact = rows.first { $0.who == "\(client.kind).\(client.name)" }
        guard let row = exact ?? rows.first(where: { $0.who == "\(client.kind).*" }) else { return ([], []) }
        func fill(_ pattern: String) -> String {
            var levels = pattern.split(separator: "/").map(String.init)
            if levels[0] == "P" { levels[0] = "beaconbus/\(client.site)" }
            if levels[0] == "Q" { levels[0] = "beaconbus-private/\(client.site)" }
            return levels.map {
                $0 == "@" ? client.name : $0 == "&" ? client.requester : $0 == "n_@" ? "n_\(client.name)" : $0
            }.joined(separator: "/")
        }
        return ((row.writes + everybody.writes).map(fill), (row.reads + everybody.reads).map(fill))
    }

    /// Which of some topics, or filters, fall under filters (MQTT 5 §4.7).
    static func covered(_ topics: [String], by filters: [String]) -> Set<String> {
        let wanted = filters.map { $0.split(separator: "/", omittingEmptySubsequences: false) }
        return Set(
            topics.filter { topic in
                let given = topic.split(separator: "/", omittingEmptySubsequences: false)
                return wanted.contains { covers($0, given) }
            })
    }

    private static func covers(_ wanted: [Substring], _ given: [Substring]) -> Bool {
        for (index, level) in wanted.enumerated() {
            if level == "#" { return true }
            guard index < given.count, given[index] != "#", level == given[index] || level == "+" else { return false }
        }
        return wanted.count == given.count
    }
}

/// One who takes part in the matrix.
struct MatrixClient: Hashable, Sendable {
    let kind: String
    let site: String
    let name: String
    var isAdmitted = true

    var id: String { "\(kind).\(site).\(name)" }
    var requester: String { "\(kind)_\(name)" }

    /// Everybody at one site: three nodes, two of which have a bootstrap credential still, the joiner, each service, an
    /// observer, an operator, and one with a good certificate that no document names.
    static func all(at site: String) -> [MatrixClient] {
        let pairs =
            ["kitchen", "hall", "attic"].flatMap { [("n", $0), ("s", $0)] }
            + [("boot", "kitchen"), ("boot", "attic"), ("boot", "join")]
            + ["metadata", "dispatch", "bridge", "presence", "authority", "gate", "home"].map { ("svc", $0) }
            + [("obs", "visits"), ("op", "anna")]
        return pairs.map { MatrixClient(kind: $0.0, site: site, name: $0.1) }
            + [MatrixClient(kind: "n", site: site, name: "stranger", isAdmitted: false)]
    }
}
