import Schema

/// Whether a run is through, judged from what the services say of themselves.
struct UpProgress {
    /// The source has come to its end at some time.
    private(set) var sourceHasEnded = false
    /// Why the node cannot start at all.
    private(set) var hopeless: JSONValue?

    /// Takes the newest state of the site.
    mutating func update(_ model: SiteModel, node: String) {
        if let scanner = model.scanners[node] {
            let sources = scanner["sources"]?.arrayValue ?? []
            let ended = sources.allSatisfy { ["ended", "failed"].contains($0["state"]?.stringValue ?? "") }
            if scanner["state"]?.stringValue == "ended" || (!sources.isEmpty && ended) { sourceHasEnded = true }
        }
        if let state = model.nodes[node], state["state"]?.stringValue == "idle", let error = state["error"],
            let code = error["code"]?.stringValue
        {
            if code == "sourceEnded" { sourceHasEnded = true }
            if code == "sourceUnreadable" || code == "configurationInvalid" { hopeless = error }
        }
    }

    /// The source has ended, every journal entry is acknowledged, every activation has its outcome, every message is out.
    func isDone(_ model: SiteModel, node: String) -> Bool {
        guard sourceHasEnded, let dispatch = model.services["dispatch"]?["counters"] else { return false }
        let pending = model.scanners[node]?["journal"]?["pending"]?.integerValue ?? 0
        let isIdle = model.nodes[node]?["state"]?.stringValue == "idle"
        return isIdle && pending == 0 && dispatch["open"]?.integerValue ?? 0 == 0
            && dispatch["outbox"]?.integerValue ?? 0 == 0
    }
}
