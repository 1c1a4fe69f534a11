extension Topic {
    /// Reads a topic of the site with these roots; nil for any other topic, however it is malformed (R10).
    public init?(_ path: String, in roots: Roots) {
        guard path.utf8.count <= Self.maximumLength else { return nil }
        if let rest = Self.levels(of: path, below: roots.public) {
            self.init(publicLevels: rest)
        } else if let rest = Self.levels(of: path, below: roots.private) {
            self.init(privateLevels: rest)
        } else {
            return nil
        }
    }

    private static func levels(of path: String, below root: String) -> [Substring]? {
        // Compared by bytes: String's own comparison takes canonically equivalent texts for equal.
        let bytes = path.utf8
        guard bytes.count > root.utf8.count + 1, bytes.starts(with: root.utf8),
            bytes[bytes.index(bytes.startIndex, offsetBy: root.utf8.count)] == UInt8(ascii: "/")
        else { return nil }
        let rest = path[bytes.index(bytes.startIndex, offsetBy: root.utf8.count + 1)...]
        let levels = rest.split(separator: "/", maxSplits: maximumSlashes, omittingEmptySubsequences: false)
        let slashes = root.utf8.count(where: { $0 == UInt8(ascii: "/") }) + levels.count
        return slashes <= maximumSlashes ? levels : nil
    }

    private init?(publicLevels levels: [Substring]) {
        guard let first = levels.first else { return nil }
        let rest = levels.dropFirst()
        switch first {
        case "nodes":
            guard let second = rest.first, let node = NodeID(String(second)) else { return nil }
            self.init(node: node, levels: Array(rest.dropFirst()))
        case "monitored":
            guard rest.isEmpty else { return nil }
            self = .monitored
        case "metadata": self.init(metadata: Array(rest))
        case "actions": self.init(actions: Array(rest))
        case "inboxes":
            guard rest.count == 1, let inbox = InboxID(String(levels[1])) else { return nil }
            self = .inbox(inbox)
        case "observers":
            guard let second = rest.first, let observer = ObserverID(String(second)) else { return nil }
            switch Array(rest.dropFirst()) {
            case []: self = .observer(observer)
            case ["lost"]: self = .observerLost(observer)
            default: return nil
            }
        case "presence":
            guard rest.count == 1, let beacon = BeaconID(String(levels[1])) else { return nil }
            self = .presence(beacon)
        case "services":
            guard let second = rest.first, let service = ServiceName(String(second)) else { return nil }
            switch Array(rest.dropFirst()) {
            case []: self = .service(service)
            case ["lost"]: self = .serviceLost(service)
            default: return nil
            }
        default: return nil
        }
    }

    private init?(node: NodeID, levels: [Substring]) {
        switch (levels.first, levels.count) {
        case ("state", 1): self = .nodeState(node)
        case ("lost", 1): self = .nodeLost(node)
        case ("desired", 1): self = .nodeDesired(node)
        case ("calibration", 1): self = .calibration(node)
        case ("events", 2):
            guard let event = NodeEventName(level: levels[1]) else { return nil }
            self = .nodeEvent(node, event)
        case ("commands", 3):
            guard let command = NodeCommand(rawValue: String(levels[1])), let requester = Requester(String(levels[2]))
            else { return nil }
            self = .nodeCommand(node, command, requester)
        case ("scanner", 1): self = .scanner(node)
        case ("scanner", 2):
            guard levels[1] == "lost" else { return nil }
            self = .scannerLost(node)
        case ("scanner", 4):
            guard levels[1] == "commands", let command = ScannerCommand(rawValue: String(levels[2])),
                let requester = Requester(String(levels[3]))
            else { return nil }
            self = .scannerCommand(node, command, requester)
        case ("beacons", 1): self = .beacons(node)
        case ("beacons", 2):
            switch levels[1] {
            case "unacknowledged": self = .unacknowledged(node)
            case "acknowledged": self = .acknowledged(node)
            case "readings": self = .readings(node)
            case "raw": self = .raw(node)
            default:
                guard let event = BeaconEvent(rawValue: String(levels[1])) else { return nil }
                self = .beaconEvent(node, event)
            }
        case ("beacons", 3):
            guard levels[1] == "pages", let page = BeaconPageNumber(String(levels[2])) else { return nil }
            self = .beaconPage(node, page)
        default: return nil
        }
    }

    private init?(metadata levels: [Substring]) {
        switch (levels.first, levels.count) {
        case ("changed", 1): self = .metadataChanged
        case ("lookup", 2):
            guard let requester = Requester(String(levels[1])) else { return nil }
            self = .metadataLookup(requester)
        case ("commands", 3):
            guard let command = MetadataCommand(rawValue: String(levels[1])),
                let requester = Requester(String(levels[2]))
            else { return nil }
            self = .metadataCommand(command, requester)
        default: return nil
        }
    }

    private init?(actions levels: [Substring]) {
        switch (levels.first, levels.count) {
        case ("outcomes", 1): self = .outcomes
        case ("commands", 3):
            guard let command = ActionCommand(rawValue: String(levels[1])), let requester = Requester(String(levels[2]))
            else { return nil }
            self = .actionCommand(command, requester)
        case (let level?, 1):
            guard let kind = ActionKind(level: level) else { return nil }
            self = .action(kind)
        default: return nil
        }
    }

    private init?(privateLevels levels: [Substring]) {
        let texts = levels.map(String.init)
        switch (texts.first, texts.count) {
        case ("tokens", 3):
            guard let observer = ObserverID(texts[1]), let node = NodeID(texts[2]) else { return nil }
            self = .tokens(observer, node)
        case ("enrol", 2):
            guard let node = NodeID(texts[1]) else { return nil }
            self = .enrol(node)
        case ("renew", 2):
            guard let node = NodeID(texts[1]) else { return nil }
            self = .renew(node)
        case ("activate", 2):
            guard let node = NodeID(texts[1]) else { return nil }
            self = .activate(node)
        case ("join", 2):
            guard let node = NodeID(texts[1]) else { return nil }
            self = .join(node)
        case ("authority", 4):
            guard texts[1] == "commands", let command = AuthorityCommand(rawValue: texts[2]),
                let requester = Requester(texts[3])
            else { return nil }
            self = .authorityCommand(command, requester)
        case ("keys", 2):
            guard let node = NodeID(texts[1]) else { return nil }
            self = .keys(node)
        case ("keys", 4):
            guard texts[1] == "commands", let command = KeyCommand(rawValue: texts[2]),
                let requester = Requester(texts[3])
            else { return nil }
            self = .keyCommand(command, requester)
        case ("apps", 3):
            guard let app = AppID(texts[1]), texts[2] == "validate" else { return nil }
            self = .validate(app)
        case ("replies", 3...):
            guard let client = Requester(texts[1]), let path = ReplyPath(texts[2...].joined(separator: "/")) else {
                return nil
            }
            self = .reply(client, path)
        default: return nil
        }
    }
}
