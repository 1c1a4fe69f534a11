import Bus
import Schema
import ServiceKit

/// Nodes that are not the authority's: rooms of other fleets, for which a service speaks (`via` in their state). They have no
/// record here and no certificates; to forget one is to clear its retained topics, upon which the bridge lets go of it.
extension AuthorityHandler {
    /// A wish to forget a node that is not known here.
    struct RoomWish {
        let request: Request<NodeForgetCommand>
        let by: Operator
        let due: Instant
    }

    /// How long the retained state of such a node is waited for.
    static let roomPatience = Duration.seconds(2)
    /// Wishes at a time.
    static let mostRoomWishes = 64

    /// Looks whether the node is a room, and forgets it then; refuses otherwise.
    func forgetRoom(_ request: Request<NodeForgetCommand>, _ by: Operator, _ link: BusLink) throws {
        guard roomWishes.count < Self.mostRoomWishes else { throw BeaconBusError.noNode(request.body.node) }
        roomWishes.append(RoomWish(request: request, by: by, due: link.now + Self.roomPatience))
        link.subscribe([Subscription(.nodeState(request.body.node), in: link.roots)])
    }

    /// A state that may be that of a room.
    func takeRoom(_ message: IncomingMessage, of node: NodeID, _ link: BusLink) {
        guard case .nodeState = message.topic, roomWishes.contains(where: { $0.request.body.node == node }),
            let state = try? message.decode(NodeStatus.self).body, state.via != nil
        else { return }
        end(link, where: { $0.request.body.node == node }) { [unowned self] wish in
            note(.nodeForget, wish.by) { $0.node = node }
            answerNow(
                wish.request.reply, NodeChangeReply(node: node, standing: .revoked, certificates: 0), link)
        }
        clearRetained(of: node, link)
        logger.info("a room of another fleet is forgotten", .node(node.description))
    }

    /// Refuses what nobody has a state of.
    func endRoomWishes(_ now: Instant, _ link: BusLink) {
        end(link, where: { now >= $0.due }) { [unowned self] wish in
            refuse(wish.request.reply, .noNode(wish.request.body.node), wish.by.topic, link)
        }
    }

    private func end(_ link: BusLink, where isOver: (RoomWish) -> Bool, _ done: (RoomWish) -> Void) {
        let over = roomWishes.filter(isOver)
        guard !over.isEmpty else { return }
        roomWishes.removeAll(where: isOver)
        for wish in over {
            done(wish)
            let node = wish.request.body.node
            guard losses[node] == nil, !roomWishes.contains(where: { $0.request.body.node == node }) else { continue }
            link.unsubscribe([TopicFilter.nodeState(node).path(in: link.roots)])
        }
    }
}

extension BeaconBusError {
    static func noNode(_ node: NodeID) -> BeaconBusError {
        noSuch("the node \(node)", "Look at `beaconctl node list`; rooms of other fleets are in `beaconctl status`.")
    }
}
