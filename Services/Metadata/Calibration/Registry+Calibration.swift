import Schema
import Store

/// What was measured of nodes (R11). Each node's has a revision of its own, which rises with every change.
extension Registry {
    /// As many as a site can have nodes.
    static let maximumCalibrations = 6_000

    /// Changes a node's calibration and returns what is stored then; the same again changes nothing. Cleared, it stays
    /// with nothing in it, so that a node that was away is told, too.
    func calibrate(_ command: CalibrateCommand) throws -> Calibration {
        try database.transaction {
            let before = try calibration(of: command.node)
            var after = before ?? Calibration(node: command.node, revision: 0)
            if command.clear == true { (after.offset, after.exponent) = (nil, nil) }
            after.offset = command.offset ?? after.offset
            after.exponent = command.exponent ?? after.exponent
            // Nothing to clear is nothing to keep either.
            if after == before || (before == nil && after.offset == nil && after.exponent == nil) { return after }
            if before == nil, try database.integer("SELECT count(*) FROM calibration") ?? 0 >= Self.maximumCalibrations
            {
                throw BeaconBusError(
                    .commandInvalid, "There are too many nodes",
                    reason: "\(Self.maximumCalibrations) nodes have a calibration already",
                    suggestion: "Use the names of the nodes that exist.", retryable: false)
            }
            after.revision += 1
            let set = try database.statement("INSERT OR REPLACE INTO calibration VALUES (?, ?, ?, ?)")
            try set.bind(1, command.node.description)
            try set.bind(2, after.revision)
            for (index, value) in [(Int32(3), after.offset), (4, after.exponent)] {
                if let value { try set.bind(index, value) } else { try set.bindNull(index) }
            }
            try set.run()
            return after
        }
    }

    /// Every node's calibration.
    func calibrations() throws -> [Calibration] {
        let select = try database.statement(
            "SELECT node, revision, offset, exponent FROM calibration ORDER BY node")
        defer { select.reset() }
        var list: [Calibration] = []
        while try select.step() { if let row = Self.calibration(select) { list.append(row) } }
        return list
    }

    private func calibration(of node: NodeID) throws -> Calibration? {
        let select = try database.statement("SELECT node, revision, offset, exponent FROM calibration WHERE node = ?")
        defer { select.reset() }
        try select.bind(1, node.description)
        return try select.step() ? Self.calibration(select) : nil
    }

    private static func calibration(_ row: Statement) -> Calibration? {
        NodeID(row.text(0)).map {
            Calibration(
                node: $0, revision: row.int64(1), offset: row.isNull(2) ? nil : row.double(2),
                exponent: row.isNull(3) ? nil : row.double(3))
        }
    }
}
