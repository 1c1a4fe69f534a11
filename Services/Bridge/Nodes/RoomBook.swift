import Bluetooth
import Fleets
import Schema

/// Which node each room of a fleet is: the operator's names first, else the room's own made fit for a topic. Two rooms
/// never get one name, and a room keeps its own over restarts. Pure, bounded (R10, R12).
struct RoomBook {
    /// A room of a fleet.
    struct Room: Hashable, Sendable {
        var fleet: Fleet
        /// Its name as the fleet writes it.
        var name: String
    }

    /// Rooms at most; further ones are counted.
    let most: Int
    private(set) var rooms: [NodeID: Room] = [:]
    private var nodes: [Room: NodeID] = [:]
    /// Messages of rooms beyond the bound.
    private(set) var refused: UInt64 = 0
    private let given: [String: NodeID]

    /// `given` are the operator's names by the rooms' own; `known` the rooms of before.
    init(most: Int, given: [String: NodeID] = [:], known: [NodeID: Room] = [:]) {
        self.most = most
        self.given = given
        for (node, room) in known.sorted(by: { $0.key.description < $1.key.description }) where rooms.count < most {
            guard nodes[room] == nil, rooms[node] == nil else { continue }
            add(room, node)
        }
    }

    /// The node of a room, made at its first word; nil beyond the bound. `isTaken` says which nodes are somebody else's.
    mutating func node(of room: Room, isTaken: (NodeID) -> Bool) -> NodeID? {
        if let node = nodes[room] { return node }
        guard rooms.count < most else {
            refused &+= 1
            return nil
        }
        let wish = given[room.name] ?? Self.plain(room.name)
        let hash = HexDigits.text(URLHash.of("\(room.fleet.rawValue)/\(room.name)".utf8), bytes: 4)
        let stem = wish.map { String($0.description.prefix(23)) } ?? "room"
        let candidates = [wish, NodeID("\(stem)-\(hash)")].compactMap { $0 }
        guard let node = candidates.first(where: { rooms[$0] == nil && !isTaken($0) }) else {
            refused &+= 1
            return nil
        }
        add(room, node)
        return node
    }

    /// Lets go of a node that turned out to be somebody else's; its room gets another one at its next word.
    mutating func release(_ node: NodeID) {
        if let room = rooms.removeValue(forKey: node) { nodes[room] = nil }
    }

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
