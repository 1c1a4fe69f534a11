import Schema
import Store

/// The desired configurations of nodes (D20). Each node's has a revision of its own, which rises with every change.
extension Registry {
    /// Removes what is kept of a node; false where there was nothing.
    func forget(_ node: NodeID) throws -> Bool {
        try database.transaction {
            var removed = 0
            for table in ["desired", "calibration"] {
                let delete = try database.statement("DELETE FROM \(table) WHERE node = ? RETURNING node")
                try delete.bind(1, node.description)
                if try delete.step() { removed += 1 }
                delete.reset()
            }
            return removed > 0
        }
    }

    /// The most nodes a site can have a desired configuration for.
    static let maximumNodes = 1000

    /// Sets a node's desired configuration and returns its revision; setting the same again changes nothing.
    func setDesired(_ node: NodeID, _ configuration: JSONValue) throws -> Int64 {
        try database.transaction {
            let bytes = configuration.bytes
            let select = try database.statement("SELECT revision, configuration FROM desired WHERE node = ?")
            defer { select.reset() }
            try select.bind(1, node.description)
            var revision: Int64 = 1
            if try select.step() {
                revision = select.int64(0)
                if select.bytes(1) == bytes { return revision }
                revision += 1
            } else if try database.integer("SELECT count(*) FROM desired") ?? 0 >= Self.maximumNodes {
                throw BeaconBusError(
                    .commandInvalid, "There are too many nodes",
                    reason: "\(Self.maximumNodes) nodes have a desired configuration already",
                    suggestion: "Use the names of the nodes that exist.", retryable: false)
            }
            let set = try database.statement("INSERT OR REPLACE INTO desired VALUES (?, ?, ?)")
            try set.bind(1, node.description)
            try set.bind(2, revision)
            try set.bind(3, bytes)
            try set.run()
            return revision
        }
    }

    /// Every node's desired configuration.
    func desired() throws -> [(node: NodeID, configuration: DesiredConfiguration)] {
        let select = try database.statement("SELECT node, revision, configuration FROM desired ORDER BY node")
        defer { select.reset() }
        var list: [(node: NodeID, configuration: DesiredConfiguration)] = []
        while try select.step() {
            guard let node = NodeID(select.text(0)), let value = try? JSONValue.parse(select.bytes(2)),
                let configuration = value.objectValue
            else { continue }
            list.append((node, DesiredConfiguration(revision: select.int64(1), configuration: configuration)))
        }
        return list
    }
}
