import Bus
import Fleets
import Schema
import ServiceKit
import Store

/// Rooms that are rooms no more: what they left at the broker is cleared (R14), and their folder removed.
extension BridgeCore {
    /// Forgets a room; it is taken in anew when it speaks of a beacon again.
    func forget(_ id: NodeID, _ link: BusLink) {
        guard let room = book.rooms[id] else { return }
        book.release(id)
        held[room] = nil
        refusedRooms = []
        if let node = nodes.removeValue(forKey: id) {
            node.go(
                BeaconBusError(
                    .gatewayOffline, reason: "the room was forgotten",
                    suggestion: "Nothing is to be done: it is taken in anew when it hears a beacon."), link)
            clear(node, link)
        }
        factory.remove(id)
        storeRooms()
    }

    /// Rooms of before cleared in one pass, and messages that may be on their way meanwhile.
    private static let (mostDiscarded, mostQueued) = (16, 2_000)

    /// Clears what rooms of before left that are none any more, a few at a time; the others stay known for the next pass, or
    /// the next start.
    func discardDropped(_ link: BusLink) {
        guard isOpen, !isStopping, !book.dropped.isEmpty else { return }
        for (id, room) in book.dropped.prefix(Self.mostDiscarded) where link.queued < Self.mostQueued {
            discard(id, room, link)
        }
        storeRooms()
    }

    /// Clears what a room of before left, that is none any more.
    func discard(_ id: NodeID, _ room: RoomBook.Room, _ link: BusLink) {
        counters["forgottenRooms", default: 0] += 1
        logger.info(
            "a room of before is forgotten: its fleet is not taken in any more, it has another name, or there are too many",
            .node(id.description), .text("room", room.name), .text("fleet", room.fleet.title))
        if !taken.contains(id) {
            do {
                // Its journal knows which pages there are.
                clear(try factory.make(id, room, firstHead: link.nextHead().seq ?? 0), link)
            } catch {
                logger.error(
                    "what a room left at the broker cannot be cleared", .node(id.description), .reason("\(error)"))
            }
        }
        factory.remove(id)
        book.cleared(id)
    }

    /// Gives up the longest unheard room for a new one: one that has not spoken of a beacon since this start although it
    /// was listened for as long as silence may last, else one that has been quiet for `bridge.forgetAfter`.
    func makePlace(_ link: BusLink) {
        let now = link.now
        let hasListened = listening.map { now - $0 >= setup.silence } ?? false
        let silent = nodes.values.filter { node in
            node.lastHeard.map { now - $0 >= setup.forgetting } ?? hasListened
        }
        let oldest = silent.min { left, right in
            let heard = (left.lastHeard ?? .zero, right.lastHeard ?? .zero)
            guard heard.0 == heard.1 else { return heard.0 < heard.1 }
            return (left.heardBefore ?? .epoch, left.id.description) < (
                right.heardBefore ?? .epoch, right.id.description
            )
        }
        guard let oldest else { return }
        counters["givenUpRooms", default: 0] += 1
        logger.warning(
            "the longest unheard room is given up for a new one", .node(oldest.id.description),
            .text("room", oldest.room.name), .suggestion("Raise bridge.mostRooms."))
        forget(oldest.id, link)
    }

    private func clear(_ node: VirtualNode, _ link: BusLink) {
        do {
            for topic in node.retainedTopics { try link.clearRetained(topic) }
        } catch {
            counters["failedClears", default: 0] += 1
            logger.error(
                "what a room left at the broker cannot be cleared", .node(node.id.description), .reason("\(error)"))
        }
        close(node)
    }

    /// Keeps which rooms there are, and when each was last heard.
    func storeRooms() {
        let (now, wall) = (factory.clock(), factory.stamp().wall)
        var rooms: [NodeID: RoomBook.Known] = [:]
        for (id, room) in book.rooms {
            let heard = nodes[id].map { node in node.lastHeard.map { wall - (now - $0) } ?? node.heardBefore }
            rooms[id] = RoomBook.Known(room: room, heard: heard ?? heardBefore[id])
        }
        for (id, room) in book.dropped { rooms[id] = RoomBook.Known(room: room, heard: heardBefore[id]) }
        do {
            try factory.store(rooms)
        } catch {
            logger.error("the rooms cannot be stored", .reason("\(error)"))
        }
    }
}
