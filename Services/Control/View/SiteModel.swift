import Schema

/// What is known about a site from its messages. A pure value: messages go in, things to show come out.
///
/// It reads leniently, so that it also shows what later versions send; what cannot be read at all is counted.
struct SiteModel: Sendable {
    var names = BeaconNames()
    var counts = SiteCounts()
    /// The newest retained documents, as they came.
    var nodes: [String: JSONValue] = [:]
    var scanners: [String: JSONValue] = [:]
    var services: [String: JSONValue] = [:]
    /// Counters over restarts, by node and by service.
    var scannerTotals: [String: CounterTotals] = [:]
    var serviceTotals: [String: CounterTotals] = [:]
    var monitored: JSONValue?
    var lostNodes: Set<String> = []
    var lostServices: Set<String> = []
    /// Messages that could not be read.
    var unreadable = 0

    private static let limit = 100_000
    private var seenBeacons: Set<String> = []
    private var seenActivations: Set<String> = []

    /// Whether a node is lost, or the service that speaks for it.
    func isLost(node: String) -> Bool {
        if lostNodes.contains(node) { return true }
        return nodes[node]?["via"]?.stringValue.map { lostServices.contains($0) } ?? false
    }

    /// Takes one message.
    /// - Returns: what there is to show, oldest first.
    mutating func apply(_ topic: Topic, _ payload: [UInt8], retained: Bool) -> [ViewEvent] {
        if payload.isEmpty { return cleared(topic) }
        guard let body = try? JSONValue.parse(payload), body.objectValue != nil else {
            unreadable += 1
            return []
        }
        switch topic {
        case .nodeState(let node): return nodeState(node.description, body, retained)
        case .nodeLost(let node): return Self.lost(node.description, body, &nodes, &lostNodes, "node")
        case .nodeEvent(let node, let name): return nodeEvent(node.description, name, body)
        case .scanner(let node): return scanner(node.description, body)
        case .service(let service): return self.service(service.description, body)
        case .serviceLost(let service): return Self.lost(service.description, body, &services, &lostServices, "service")
        case .beaconEvent(let node, let event): return batch(node.description, event, body)
        case .action(let kind): return action(kind, body)
        case .outcomes: return outcome(body)
        case .monitored: return monitored(body)
        case .metadataChanged: return metadataChanged(body)
        default: return []
        }
    }

    private mutating func cleared(_ topic: Topic) -> [ViewEvent] {
        switch topic {
        case .nodeState(let node): nodes[node.description] = nil
        case .scanner(let node): scanners[node.description] = nil
        case .service(let service): services[service.description] = nil
        case .nodeLost(let node): lostNodes.remove(node.description)
        case .serviceLost(let service): lostServices.remove(service.description)
        default: break
        }
        return []
    }

    private static func lost(
        _ name: String, _ body: JSONValue, _ states: inout [String: JSONValue], _ gone: inout Set<String>,
        _ word: String
    ) -> [ViewEvent] {
        // Lost counts only against a state of the same or an older connection (D7).
        let state = states[name]
        let known = (state?["session"]?.integerValue ?? 0, state?["connection"]?.integerValue ?? 0)
        let lost = (body["session"]?.integerValue ?? 0, body["connection"]?.integerValue ?? 0)
        guard lost >= known else { return [] }
        guard gone.insert(name).inserted, state?["online"]?.boolValue != false else { return [] }
        return [ViewEvent(kind: .warning, origin: name, subject: "\(word) lost", detail: "its connection broke off")]
    }

    // MARK: - Beacons

    private mutating func batch(_ node: String, _ event: BeaconEvent, _ body: JSONValue) -> [ViewEvent] {
        (body["beacons"]?.arrayValue ?? []).compactMap { entry in
            guard let beacon = entry["beacon"]?.stringValue else { return nil }
            names.learn(beacon, entry["name"]?.stringValue)
            counts.beaconEvents[event.rawValue, default: 0] += 1
            if event == .active, seenBeacons.count < Self.limit, seenBeacons.insert(beacon).inserted {
                counts.beacons += 1
            }
            let kind: ViewEvent.Kind =
                switch event {
                case .active: .active
                case .inactive: .inactive
                case .changed: .changed
                }
            return ViewEvent(
                kind: kind, origin: node, subject: names.text(beacon), detail: BeaconText.detail(event, entry),
                isMinor: event == .changed)
        }
    }

    // MARK: - Nodes

    private mutating func nodeState(_ node: String, _ body: JSONValue, _ retained: Bool) -> [ViewEvent] {
        let before = nodes[node]
        nodes[node] = body
        lostNodes.remove(node)
        var events = certificate(node, body["certificate"], before?["certificate"])
        if before == nil, retained {
            let state = body["state"]?.stringValue ?? "?"
            events.append(
                ViewEvent(kind: .node, origin: node, subject: "state \(state)", detail: "", isMinor: true))
        }
        return events
    }

    /// What there is to say when a node's certificate is another one, or is good for something else.
    private func certificate(_ node: String, _ now: JSONValue?, _ before: JSONValue?) -> [ViewEvent] {
        let status = now?["status"]?.stringValue ?? "none"
        guard status != before?["status"]?.stringValue ?? "none" || now?["set"] != before?["set"] else { return [] }
        let isWell = status == "valid"
        return [
            ViewEvent(
                kind: isWell || status == "none" ? .node : .warning, origin: node, subject: "certificate",
                detail: CertificateText.detail(now), isMinor: true)
        ]
    }

    private func nodeEvent(_ node: String, _ name: NodeEventName, _ body: JSONValue) -> [ViewEvent] {
        let error = body["error"].flatMap { $0.isNull ? nil : ErrorText.line($0) }
        switch name {
        case .stateChanged:
            let words = [body["previous"], body["state"]].map { $0?.stringValue ?? "?" }
            let detail = words.joined(separator: " → ")
            return [ViewEvent(kind: .node, origin: node, subject: "state", detail: detail, isMinor: true)]
        case .warning:
            return [ViewEvent(kind: .warning, origin: node, subject: "warning", detail: error ?? "")]
        case .startFailed:
            return [ViewEvent(kind: .error, origin: node, subject: "start failed", detail: error ?? "")]
        case .stopped:
            return [ViewEvent(kind: .node, origin: node, subject: "stopped", detail: error ?? "as requested")]
        case .started, .ready:
            return [ViewEvent(kind: .node, origin: node, subject: name.rawValue, detail: error ?? "")]
        }
    }

    private mutating func scanner(_ node: String, _ body: JSONValue) -> [ViewEvent] {
        let before = scanners[node]?["error"]?["code"]?.stringValue
        scanners[node] = body
        scannerTotals[node, default: CounterTotals()].update(body)
        guard let error = body["error"], let code = error["code"]?.stringValue, code != before, code != "sourceEnded"
        else { return [] }
        return [ViewEvent(kind: .warning, origin: node, subject: "scanner", detail: ErrorText.line(error))]
    }

    // MARK: - Services

    private mutating func service(_ name: String, _ body: JSONValue) -> [ViewEvent] {
        let wasReady = services[name]?["ready"]?.boolValue
        services[name] = body
        serviceTotals[name, default: CounterTotals()].update(body)
        lostServices.remove(name)
        let isReady = body["ready"]?.boolValue ?? false
        guard isReady != wasReady, isReady || wasReady != nil else { return [] }
        if body["online"]?.boolValue == false {
            return [ViewEvent(kind: .service, origin: name, subject: "offline", detail: "", isMinor: true)]
        }
        let error = body["error"].map { ErrorText.line($0) } ?? ""
        return [
            ViewEvent(
                kind: isReady ? .service : .warning, origin: name, subject: isReady ? "ready" : "not ready",
                detail: error, isMinor: isReady)
        ]
    }

    private mutating func monitored(_ body: JSONValue) -> [ViewEvent] {
        monitored = body
        let rules = body["rules"]?.arrayValue?.count ?? 0
        let revision = body["revision"]?.integerValue ?? 0
        return [
            ViewEvent(
                kind: .metadata, origin: "metadata", subject: "monitored",
                detail: "revision \(revision), \(rules) rule\(rules == 1 ? "" : "s")", isMinor: true)
        ]
    }

    private func metadataChanged(_ body: JSONValue) -> [ViewEvent] {
        let count = body["beacons"]?.arrayValue?.count
        let what = count.map { "\($0) record\($0 == 1 ? "" : "s")" } ?? "all records"
        return [ViewEvent(kind: .metadata, origin: "metadata", subject: "changed", detail: what, isMinor: true)]
    }

    // MARK: - Actions

    private mutating func action(_ kind: ActionKind, _ body: JSONValue) -> [ViewEvent] {
        let isRepeated = body["repeated"]?.boolValue ?? false
        if !isRepeated { counts.actions[kind.rawValue, default: 0] += 1 }
        if let beacon = body["beacon"]?["beacon"]?.stringValue {
            names.learn(beacon, body["beacon"]?["name"]?.stringValue)
        }
        return [
            ViewEvent(
                kind: .action, origin: "dispatch", subject: kind.level,
                detail: ActionText.detail(kind, body, names) + (isRepeated ? " (again)" : ""), isMinor: isRepeated)
        ]
    }

    private mutating func outcome(_ body: JSONValue) -> [ViewEvent] {
        guard let outcome = body["outcome"]?.stringValue else {
            unreadable += 1
            return []
        }
        if let activation = body["activation"]?.stringValue, seenActivations.count < Self.limit,
            !seenActivations.insert(activation).inserted
        {
            return []
        }
        if OutcomeName.all.contains(outcome) { counts.outcomes[outcome, default: 0] += 1 }
        let beacon = body["beacon"]?.stringValue.map { names.text($0) }
        let words = [
            body["action"]?.stringValue.flatMap { ActionKind(rawValue: $0)?.level },
            body["error"].map { ErrorText.line($0) }
                ?? body["reason"]?.stringValue.map { Printable.text($0, limit: 100) },
            body["late"]?.boolValue == true ? "late" : nil,
        ].compactMap { $0 }
        return [
            ViewEvent(
                kind: outcome == "failed" ? .error : .outcome, origin: "dispatch", subject: beacon ?? "outcome",
                detail: ([outcome] + words).joined(separator: ", "), isMinor: outcome != "failed")
        ]
    }
}
