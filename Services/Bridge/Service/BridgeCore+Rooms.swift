import Bus
import Fleets
import Schema
import ServiceKit
import Store

/// Which room is which node, and what names belong to others.
extension BridgeCore {
    /// The nodes of others are known: those of before are made, and what the fleets said in the meantime is taken.
    func open(_ link: BusLink) {
        guard !isStopping else { return }
        isOpen = true
        opensAt = nil
        discardDropped(link)
        for (node, room) in book.rooms where nodes[node] == nil {
            if taken.contains(node) { giveWay(node, link) } else { _ = make(node, room, link) }
        }
        takeFleet(link)
    }

    /// The node of a room, made at its first word of a beacon.
    func node(_ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        if book.known(room) == nil, book.isFull { makePlace(link) }
        guard let id = book.node(of: room, isTaken: { taken.contains($0) }) else {
            // Every further message of it is only counted.
            guard refusedRooms.count < setup.mostRooms, refusedRooms.insert(room).inserted else { return nil }
            logger.warning(
                "a room is not taken in: there are too many, or its name belongs to another node",
                .text("room", room.name),
                .suggestion(
                    "Raise bridge.mostRooms, forget a room (beaconctl node forget), or name it in bridge.rooms."))
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

    private func make(_ id: NodeID, _ room: RoomBook.Room, _ link: BusLink) -> VirtualNode? {
        do {
            // The name of a room of before, whose remains go first.
            if let former = book.dropped[id] { discard(id, former, link) }
            let node = try factory.make(id, room, firstHead: link.nextHead().seq ?? 0)
            node.heardBefore = heardBefore.removeValue(forKey: id)
            nodes[id] = node
            refusedRooms.remove(room)
            storeRooms()
            logger.info(
                "a room is a node", .node(id.description), .text("room", room.name), .text("fleet", room.fleet.title))
            if link.isConnected {
                node.publish(link)
                node.core.connected(link)
            }
            let measured = calibrations.removeValue(forKey: id)
            try node.core.received(Array(latest.values) + [measured].compactMap(\.self), link)
            if let isOnline = held.removeValue(forKey: room) { node.announce(isOnline, link) }
            return node
        } catch {
            counters["failedRooms", default: 0] += 1
            logger.error("a room cannot be taken in", .text("room", room.name), .reason("\(error)"))
            return nil
        }
    }

    /// A node's state: of somebody else, who has the name then; our own, given back by the broker; or cleared.
    func heed(_ id: NodeID, _ message: IncomingMessage, _ link: BusLink) {
        guard !message.payload.isEmpty, let head = try? MessageCoder.decodeHead(message.payload), let from = head.from
        else {
            taken.remove(id)
            // What was cleared before its first state came back was cleared by us.
            if message.payload.isEmpty, let node = nodes[id], node.isEchoed {
                counters["forgottenRooms", default: 0] += 1
                logger.info(
                    "a room is forgotten as somebody wished", .node(id.description), .text("room", node.room.name))
                forget(id, link)
            }
            return
        }
        guard from != link.clientID else {
            if let node = nodes[id], head.session == link.session, head.seq ?? 0 > node.firstHead {
                node.isEchoed = true
            }
            return
        }
        if taken.count < Self.mostTaken { taken.insert(id) }
        if isOpen, book.rooms[id] != nil { giveWay(id, link) }
    }

    /// A room has the name of a node that speaks for itself: the room gives way, and gets another name at its next word.
    private func giveWay(_ id: NodeID, _ link: BusLink) {
        guard let room = book.rooms[id] else { return }
        logger.error(
            "a room has the name of another node and gives way", .node(id.description), .text("room", room.name),
            .suggestion("Give the room another name in bridge.rooms."))
        book.release(id)
        let state = Topic.nodeState(id).path(in: link.roots)
        link.releaseRetained(under: String(state.dropLast("state".count)))
        let node = nodes.removeValue(forKey: id)
        storeRooms()
        if let node { close(node) }
        factory.remove(id)
    }

    func close(_ node: VirtualNode) {
        do {
            try node.core.journal.close()
        } catch {
            logger.error("a room's journal cannot be closed", .node(node.id.description), .reason("\(error)"))
        }
    }
}
