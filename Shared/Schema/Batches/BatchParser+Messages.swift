extension BatchParser {
    private static let headKeys: [StaticString] = ["v", "from", "session", "seq", "at", "id", "replyTo", "ttl"]
    private static let batchKeys: [StaticString] =
        headKeys + ["node", "kind", "run", "journal", "oldest", "beacons"]
    private static let readingsKeys: [StaticString] = headKeys + ["node", "run", "beacons"]
    private static let readingKeys: [StaticString] = [
        "beacon", "activation", "rssi", "distance", "zone", "samples", "age",
    ]

    private mutating func head(_ index: Int, _ head: inout Head, _ version: inout Int64?) throws(BatchFault) {
        let isNull = try null()
        switch index {
        case 0: version = isNull ? nil : try integer("v", Int64.min...Int64.max)
        case 1: head.from = isNull ? nil : try value("from", ClientID.self)
        case 2: head.session = isNull ? nil : UInt64(try integer("session", BatchLimits.ordinal))
        case 3: head.seq = isNull ? nil : UInt64(try integer("seq", BatchLimits.ordinal))
        case 4:
            guard !isNull else { return head.at = nil }
            let text = try text("at")
            guard let time = WallTime(text) else { throw .field("at", "must be an RFC 3339 time, not \(quoted(text))") }
            head.at = time
        case 5: head.id = isNull ? nil : try value("id", RequestID.self)
        case 6: head.replyTo = isNull ? nil : try text("replyTo")
        default: head.ttl = isNull ? nil : try integer("ttl", 0...86_400_000)
        }
    }

    private func finish(_ head: inout Head, _ version: Int64?) throws(BatchFault) {
        guard let version else { throw .field("v", "is missing") }
        head.v = Int(clamping: version)
    }

    /// A whole batch with its head.
    mutating func batch() throws(BatchFault) -> (Head, Batch) {
        var head = Head()
        var version: Int64?
        var node: NodeID?
        var kind: BatchKind?
        var run: RunID?
        var journal: JournalID?
        var oldest: Int64?
        var beacons: [BatchEntry]?
        scanner.skipSpace()
        try object(Self.batchKeys, "message", depth: 1) { (parser: inout BatchParser, index: Int) throws(BatchFault) in
            if index < Self.headKeys.count { return try parser.head(index, &head, &version) }
            let isNull = try parser.null()
            switch index - Self.headKeys.count {
            case 0: node = isNull ? nil : try parser.value("node", NodeID.self)
            case 1: kind = isNull ? nil : try parser.word("kind", BatchKind.self)
            case 2: run = isNull ? nil : try parser.value("run", RunID.self)
            case 3: journal = isNull ? nil : try parser.value("journal", JournalID.self)
            case 4: oldest = isNull ? nil : try parser.integer("oldest", BatchLimits.ordinal)
            default: beacons = isNull ? nil : try parser.entries()
            }
        }
        try finish(&head, version)
        guard let node else { throw .field("node", "is missing") }
        guard let kind else { throw .field("kind", "is missing") }
        guard let run else { throw .field("run", "is missing") }
        guard let beacons else { throw .field("beacons", "is missing") }
        guard !beacons.isEmpty else { throw .field("beacons", "must not be empty") }
        let batch = Batch(node: node, kind: kind, run: run, journal: journal, oldest: oldest, beacons: beacons)
        if let fault = batch.fault { throw .field("message", fault) }
        return (head, batch)
    }

    private mutating func entries() throws(BatchFault) -> [BatchEntry] {
        var entries: [BatchEntry] = []
        // About as many as the bytes left can hold, so that the array seldom grows.
        entries.reserveCapacity(min(BatchLimits.entries, (scanner.bytes.count - scanner.index) / 360 + 1))
        try array("beacons", limit: BatchLimits.entries) { (parser: inout BatchParser) throws(BatchFault) in
            entries.append(try parser.entry())
        }
        return entries
    }

    /// Whole readings with their head.
    mutating func readings() throws(BatchFault) -> (Head, Readings) {
        var head = Head()
        var version: Int64?
        var node: NodeID?
        var run: RunID?
        var beacons: [ReadingEntry]?
        scanner.skipSpace()
        try object(Self.readingsKeys, "message", depth: 1) {
            (parser: inout BatchParser, index: Int) throws(BatchFault) in
            if index < Self.headKeys.count { return try parser.head(index, &head, &version) }
            let isNull = try parser.null()
            switch index - Self.headKeys.count {
            case 0: node = isNull ? nil : try parser.value("node", NodeID.self)
            case 1: run = isNull ? nil : try parser.value("run", RunID.self)
            default:
                guard !isNull else { return beacons = nil }
                var entries: [ReadingEntry] = []
                try parser.array("beacons", limit: BatchLimits.readings) {
                    (parser: inout BatchParser) throws(BatchFault) in entries.append(try parser.reading())
                }
                beacons = entries
            }
        }
        try finish(&head, version)
        guard let node else { throw .field("node", "is missing") }
        guard let run else { throw .field("run", "is missing") }
        guard let beacons else { throw .field("beacons", "is missing") }
        guard !beacons.isEmpty else { throw .field("beacons", "must not be empty") }
        return (head, Readings(node: node, run: run, beacons: beacons))
    }

    private mutating func reading() throws(BatchFault) -> ReadingEntry {
        var beacon: BeaconID?
        var activation: ActivationID?
        var rssi: Double?
        var distance: Double?
        var zone: BeaconZone?
        var samples: Int64?
        var age: Int64?
        try object(Self.readingKeys, "entry", depth: 3) { (parser: inout BatchParser, index: Int) throws(BatchFault) in
            let isNull = try parser.null()
            switch index {
            case 0: beacon = isNull ? nil : try parser.beacon("beacon")
            case 1: activation = isNull ? nil : try parser.activation("activation")
            case 2: rssi = isNull ? nil : try parser.double("rssi", BatchLimits.rssi)
            case 3: distance = isNull ? nil : try parser.double("distance", BatchLimits.distance)
            case 4: zone = isNull ? nil : try parser.word("zone", BeaconZone.self)
            case 5: samples = isNull ? nil : try parser.integer("samples", BatchLimits.count)
            default: age = isNull ? nil : try parser.integer("age", BatchLimits.count)
            }
        }
        guard let beacon else { throw .field("beacon", "is missing") }
        guard let activation else { throw .field("activation", "is missing") }
        guard let zone else { throw .field("zone", "is missing") }
        guard let samples else { throw .field("samples", "is missing") }
        guard let age else { throw .field("age", "is missing") }
        return ReadingEntry(
            beacon: beacon, activation: activation, rssi: rssi, distance: distance, zone: zone, samples: samples,
            age: age)
    }
}
