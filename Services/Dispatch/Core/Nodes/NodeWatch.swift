import Schema

/// Which nodes are away, and since when: what lets their activations go after 15 minutes (D9, D15).
///
/// A value without clock or bus. A node of which nothing was heard counts as there.
struct NodeWatch: Sendable {
    /// How long a node may be offline, stopped or lost before its activations no longer hold episodes open.
    let patience: Duration
    /// Most nodes watched; further ones count as there.
    static let most = 16_384

    /// What a message about a node changes for its activations.
    enum Change: Hashable, Sendable {
        case nothing
        /// It is back: its activations hold their episodes again.
        case back
        /// It was forgotten: its activations let go at once.
        case forgotten
    }

    private struct Node: Sendable {
        var state: (session: UInt64, connection: UInt64, working: Bool)?
        var lost: (session: UInt64, connection: UInt64)?
        var goneSince: Instant?
        var released = false

        var isGone: Bool {
            guard let state else { return lost != nil }
            if let lost, lost >= (state.session, state.connection) { return true }
            return !state.working
        }
    }

    private var nodes: [NodeID: Node] = [:]

    init(patience: Duration = .seconds(15 * 60)) {
        self.patience = patience
    }

    /// Nodes that are away.
    var goneCount: Int { nodes.values.count { $0.goneSince != nil } }

    /// A node's retained state. `working`: it is online and running or about to.
    mutating func state(
        _ node: NodeID, session: UInt64, connection: UInt64, working: Bool, now: Instant
    ) -> Change {
        change(node, now) { entry in
            if let old = entry.state, (old.session, old.connection) > (session, connection) { return }
            entry.state = (session, connection, working)
        }
    }

    /// A node's will.
    mutating func lost(_ node: NodeID, session: UInt64, connection: UInt64, now: Instant) -> Change {
        change(node, now) { entry in
            if let old = entry.lost, old > (session, connection) { return }
            entry.lost = (session, connection)
        }
    }

    /// A node's retained state was cleared: it does not exist any more.
    mutating func forgotten(_ node: NodeID) -> Change {
        guard nodes.removeValue(forKey: node) != nil else { return .nothing }
        return .forgotten
    }

    /// Beacons were heard from a node: where it is away, its time begins anew.
    mutating func word(_ node: NodeID, now: Instant) {
        if nodes[node]?.goneSince != nil, nodes[node]?.released == false { nodes[node]?.goneSince = now }
    }

    /// The nodes whose patience has run out; each is given once.
    mutating func takeDue(_ now: Instant) -> [NodeID] {
        var due: [NodeID] = []
        for (name, node) in nodes where !node.released {
            guard let since = node.goneSince, since + patience <= now else { continue }
            nodes[name]?.released = true
            due.append(name)
        }
        return due
    }

    /// When `takeDue` will have something.
    var nextDue: Instant? {
        nodes.values.compactMap { $0.released ? nil : $0.goneSince.map { $0 + patience } }.min()
    }

    private mutating func change(_ name: NodeID, _ now: Instant, _ update: (inout Node) -> Void) -> Change {
        guard nodes[name] != nil || nodes.count < Self.most else { return .nothing }
        var node = nodes[name] ?? Node()
        update(&node)
        defer { nodes[name] = node }
        guard node.isGone else {
            let wasReleased = node.released
            node.goneSince = nil
            node.released = false
            return wasReleased ? .back : .nothing
        }
        if node.goneSince == nil { node.goneSince = now }
        return .nothing
    }
}
