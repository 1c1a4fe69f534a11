import Schema

/// How a site is, as a table.
struct StatusReport {
    private let site: SiteModel
    /// How nodes stand with the authority; empty where there is none, or it does not say.
    private let standings: [String: NodeEntry]
    /// Services that have to be there.
    private let expected: Set<String>
    private let now: WallTime

    /// Without these a closed bus does not stay one, or does no work.
    static let closedSite: Set<String> = ["authority", "dispatch", "gate", "metadata"]

    init(
        _ site: SiteModel, standings: [NodeEntry] = [], expected: Set<String> = [], now: WallTime = .now()
    ) {
        self.site = site
        self.expected = expected
        self.standings = Dictionary(standings.map { ($0.node.description, $0) }) { $1 }
        self.now = now
    }

    /// Those with a state of their own, and those the authority waits for.
    private var names: [String] { Set(site.nodes.keys).union(standings.keys).sorted() }

    /// Expected services that have said nothing.
    private var missing: [String] { expected.subtracting(site.services.keys).sorted() }

    /// Every node runs or is idle on request, every service is ready, none is lost, and none is missing.
    var isWell: Bool {
        let nodes = site.nodes.allSatisfy { name, state in
            !site.isLost(node: name) && (state["error"].map(\.isNull) ?? true)
        }
        let services = site.services.allSatisfy { name, state in
            !site.lostServices.contains(name) && state["ready"]?.boolValue == true
        }
        return nodes && services && missing.isEmpty && !(site.nodes.isEmpty && site.services.isEmpty)
    }

    var text: String {
        guard !names.isEmpty || !site.services.isEmpty || !missing.isEmpty else {
            return "Nobody has published a state at this site yet.\n"
        }
        var rows = [
            [
                "NODE", "STATE", "POLICY", "CERTIFICATE", "STANDING", "ACTIVE", "REPORTS", "JOURNAL", "SINCE LAST",
                "NOTE",
            ]
        ]
        rows += names.map(nodeRow)
        var text = Self.table(rows)
        rows = [["SERVICE", "STATE", "INSTANCE", "NOTE"]]
        rows += (site.services.keys + missing).sorted().map(serviceRow)
        text += "\n" + Self.table(rows)
        if let monitored = site.monitored {
            let formats = monitored["formats"]?.arrayValue?.compactMap(\.stringValue).joined(separator: " ") ?? ""
            text += "\nmonitored: revision \(monitored["revision"]?.integerValue ?? 0), "
            text +=
                "\(monitored["rules"]?.arrayValue?.count ?? 0) rules, formats \(Printable.text(formats, limit: 80))\n"
        }
        return text
    }

    /// The retained documents by name.
    var json: JSONValue {
        [
            "well": .bool(isWell), "nodes": .object(site.nodes), "scanners": .object(site.scanners),
            "services": .object(site.services), "monitored": site.monitored ?? .null,
            "standings": .object(standings.mapValues { .string($0.standing.rawValue) }),
            "missing": .array(missing.map { .string($0) }),
            "lost": .array(
                (Set(site.nodes.keys.filter { site.isLost(node: $0) }).union(site.lostNodes).union(site.lostServices))
                    .sorted().map { .string($0) }),
        ]
    }

    private func nodeRow(_ name: String) -> [String] {
        let state = site.nodes[name]
        let scanner = site.scanners[name]
        let last = scanner?["lastReport"]?.integerValue.map { "\(BeaconText.tenths(Double($0) / 1000)) s" } ?? "-"
        var note = state?["error"].flatMap { $0.isNull ? nil : ErrorText.line($0) } ?? ""
        if note.isEmpty { note = scanner?["error"].flatMap { $0.isNull ? nil : ErrorText.line($0) } ?? "" }
        if note.isEmpty, let via = state?["via"]?.stringValue { note = "a room of another fleet, by \(via)" }
        var word = state == nil ? "never seen" : state?["state"]?.stringValue
        // What it said of itself while it was still let in.
        if let standing = standings[name]?.standing, [.revoked, .banned].contains(standing) { word = "cut off" }
        return [
            name, Self.state(state, isLost: site.isLost(node: name), word),
            state?["policy"]?.stringValue ?? "-", CertificateText.cell(state?["certificate"], now: now),
            standings[name]?.standing.rawValue ?? "-", number(scanner?["active"]),
            number(scanner?["counters"]?["reports"]), number(scanner?["journal"]?["pending"]), last, note,
        ]
    }

    private func serviceRow(_ name: String) -> [String] {
        guard let state = site.services[name] else { return [name, "never seen", "-", "not started yet?"] }
        let isReady = state["ready"]?.boolValue == true
        let note = state["error"].flatMap { $0.isNull ? nil : ErrorText.line($0) } ?? ""
        return [
            name, Self.state(state, isLost: site.lostServices.contains(name), isReady ? "ready" : "not ready"),
            Printable.text(state["instance"]?.stringValue ?? "-", limit: 40), note,
        ]
    }

    private static func state(_ document: JSONValue?, isLost: Bool, _ word: String?) -> String {
        if isLost { return "lost" }
        if document?["online"]?.boolValue == false { return "offline" }
        return Printable.text(word ?? "?", limit: 16)
    }

    private func number(_ value: JSONValue?) -> String {
        value?.integerValue.map { "\($0)" } ?? "-"
    }

    /// Columns as wide as their widest cell, the last one free.
    private static func table(_ rows: [[String]]) -> String {
        guard let first = rows.first else { return "" }
        let widths = first.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                line += column == row.count - 1 ? cell : Printable.padded(cell, widths[column]) + "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
