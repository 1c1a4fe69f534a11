import Schema

/// The line at the bottom of the view.
enum UpStatus {
    static func line(_ site: SiteModel, node: String) -> String {
        let scanner = site.scanners[node]
        let dispatch = site.services["dispatch"]?["counters"]
        let words = [
            "\(node) \(site.nodes[node]?["state"]?.stringValue ?? "not started")",
            "\(scanner?["counters"]?["reports"]?.integerValue ?? 0) reports",
            "\(scanner?["active"]?.integerValue ?? 0) active",
            "journal \(scanner?["journal"]?["pending"]?.integerValue ?? 0)",
            "open \(dispatch?["open"]?.integerValue ?? 0)",
            "\(site.counts.actions.values.reduce(0, +)) actions",
            "Ctrl-C ends",
        ]
        return words.joined(separator: " · ")
    }
}
