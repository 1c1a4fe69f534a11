import Bus
import Fleets
import Schema
import ServiceKit
import Store

/// Which room is which node, and what names belong to others.
extension BridgeCore {
    func node(_ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        guard let id = book.node(of: room, isTaken: { taken.contains($0) }) else {
            // Every further message of it is only counted.
            guard refusedRooms.count < setup.mostRooms, refusedRooms.insert(room).inserted else { return nil }
            logger.warning(
                "a room is not taken in: there are too many, or its name belongs to another node",
                .text("room", room.name),
                .suggestion("Raise bridge.mostRooms, or give it a name in bridge.rooms."))
            return nil
        }
        if let node = nodes[id] { return node }
        if let wish = setup.rooms[room.name] ?? RoomBook.plain(room.name), wish != id, taken.contains(wish) {
            counters["conflicts", default: 0] += 1
            logger.warning(
                "a room has the name of a node that speaks for itself, and gets another one",
                .node(id.description), .text("room", room.name), .text("wish", wish.description),
                .suggestion("Give the room another name in bridge.rooms."))
        }
        return make(id, room, link)
    }

    func make(_ id: NodeID, _ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        do {
            let node = try factory.make(id, room)
            nodes[id] = node
            try factory.store(book.rooms)
            logger.info(
                "a room is a node", .node(id.description), .text("room", room.name), .text("fleet", room.fleet.rawValue)
            )
            if link.isConnected {
                node.publish(link)
                node.core.connected(link)
            }
            let measured = calibrations.removeValue(forKey: id)
            try node.core.received(Array(latest.values) + [measured].compactMap(\.self), link)
            return node
        } catch {
            counters["failedRooms", default: 0] += 1
            logger.error("a room cannot be taken in", .text("room", room.name), .reason("\(error)"))
            return nil
        }
    }

    /// A node's state that is not ours: the name belongs to somebody else.
    func heed(_ id: NodeID, _ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty, let head = try? MessageCoder.decodeHead(message.payload), let from = head.from
        else {
            taken.remove(id)
            return
        }
        guard from != link.clientID else { return }
        if taken.count < Self.mostTaken { taken.insert(id) }
        if isOpen, book.rooms[id] != nil { giveUp(id, link) }
    }

    /// A room has the name of a node that speaks for itself: the room gives way, and gets another name at its next word.
    func giveUp(_ id: NodeID, _ link: BusLink) {
        guard let room = book.rooms[id] else { return }
        logger.error(
            "a room has the name of another node and gives way", .node(id.description), .text("room", room.name),
            .suggestion("Give the room another name in bridge.rooms."))
        book.release(id)
        let state = Topic.nodeState(id).path(in: link.roots)
        link.releaseRetained(under: String(state.dropLast("state".count)))
        guard let node = nodes.removeValue(forKey: id) else { return }
        do {
            try factory.store(book.rooms)
            try node.core.journal.close()
        } catch {
            logger.error("a room's journal cannot be closed", .node(id.description), .reason("\(error)"))
        }
    }
}
