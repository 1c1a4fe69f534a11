import Bluetooth
import Fleets
import Schema

/// Which node each room of a fleet is: the operator's names first, else the room's own made fit for a topic. Two rooms
/// never get one name, and a room keeps its own over restarts. Pure, bounded (R10, R12).
struct RoomBook {
    /// A room of a fleet.
    struct Room: Hashable, Sendable {
        let fleet: Fleet
        /// Its name as the fleet writes it.
        let name: String

        /// Rooms of fleets that are one are the same.
        init(fleet: Fleet, name: String) {
            self.fleet = fleet.kin
            self.name = name
        }
    }

    /// A room as it was kept.
    struct Known: Equatable, Sendable {
        var room: Room
        /// When it last spoke of a beacon; nil = nobody knows.
        var heard: WallTime?
    }

    /// Rooms at most; further ones are counted.
    let most: Int
    private(set) var rooms: [NodeID: Room] = [:]
    private var nodes: [Room: NodeID] = [:]
    /// Nodes of before that are rooms no more: their fleet is not taken in any more, the operator named them otherwise, or
    /// there are too many, of which the longest unheard go. What they left at the broker is to be cleared (R14).
    private(set) var dropped: [NodeID: Room] = [:]
    /// Messages of rooms beyond the bound.
    private(set) var refused: UInt64 = 0
    private let given: [String: NodeID]
    private let reserved: Set<NodeID>

    /// `given` are the operator's names by the rooms' own; `known` the rooms of before; `fleets` those that are taken in.
    init(
        most: Int, given: [String: NodeID] = [:], known: [NodeID: Known] = [:],
        fleets: Set<Fleet> = Set(Fleet.allCases)
    ) {
        self.most = most
        self.given = given
        reserved = Set(given.values)
        let fleets = Set(fleets.map(\.kin))
        let order = known.sorted { left, right in
            let heard = (left.value.heard ?? .epoch, right.value.heard ?? .epoch)
            return heard.0 != heard.1 ? heard.0 > heard.1 : left.key.description < right.key.description
        }
        for (node, known) in order {
            let room = known.room
            if rooms.count < most, nodes[room] == nil, fleets.contains(room.fleet), mayKeep(node, room) {
                add(room, node)
            } else {
                dropped[node] = room
            }
        }
    }

    /// Whether a room of before may be this node still, by the operator's names.
    private func mayKeep(_ node: NodeID, _ room: Room) -> Bool {
        given[room.name] == nil ? !reserved.contains(node) : candidates(for: room).contains(node)
    }

    /// The names a room may have, the wanted one first.
    private func candidates(for room: Room) -> [NodeID] {
        let wish = given[room.name] ?? Self.plain(room.name)
        let hash = HexDigits.text(URLHash.of("\(room.fleet.rawValue)/\(room.name)".utf8), bytes: 4)
        let stem = wish.map { String($0.description.prefix(23)) } ?? "room"
        return [wish, NodeID("\(stem)-\(hash)")].compactMap(\.self)
    }

    /// The node of a room that has one.
    func known(_ room: Room) -> NodeID? { nodes[room] }

    /// Whether a further room finds no place.
    var isFull: Bool { rooms.count >= most }

    /// The node of a room, made at its first word; nil beyond the bound. `isTaken` says which nodes are somebody else's.
    mutating func node(of room: Room, isTaken: (NodeID) -> Bool) -> NodeID? {
        if let node = nodes[room] { return node }
        guard !isFull else {
            refused &+= 1
            return nil
        }
        let isNamed = given[room.name] != nil
        let free = candidates(for: room).first {
            rooms[$0] == nil && !isTaken($0) && (isNamed || !reserved.contains($0))
        }
        guard let node = free else {
            refused &+= 1
            return nil
        }
        add(room, node)
        return node
    }

    /// Lets go of a node; its room gets one at its next word.
    mutating func release(_ node: NodeID) {
        if let room = rooms.removeValue(forKey: node) { nodes[room] = nil }
    }

    /// What such a node left is cleared.
    mutating func cleared(_ node: NodeID) { dropped[node] = nil }

    private mutating func add(_ room: Room, _ node: NodeID) {
        rooms[node] = room
        nodes[room] = node
    }

    /// Lower case, everything but letters and digits a dash; nil where nothing is left, or it would not fit.
    static func plain(_ name: String) -> NodeID? {
        var text = ""
        for scalar in name.lowercased().unicodeScalars {
            let isPlain = ("a"..."z").contains(scalar) || ("0"..."9").contains(scalar)
            if isPlain { text.unicodeScalars.append(scalar) } else if !text.isEmpty, text.last != "-" { text += "-" }
            guard text.utf8.count <= 32 else { return nil }
        }
        while text.last == "-" { text.removeLast() }
        return NodeID(text)
    }
}
