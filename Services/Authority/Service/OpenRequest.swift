import Bus
import Schema

/// A node's request between its checks and its answer. Confined to the bus thread.
final class OpenRequest {
    /// What names it: the same id from another node is another request.
    struct Key: Hashable {
        let node: NodeID
        let id: RequestID
    }

    /// Who may wait for one answer.
    static let maximumReplies = 8

    let request: NodeRequest
    let hash: [UInt8]
    let pair: CheckedPair
    let app: AppRecord
    /// Where the answer goes: repetitions that came meanwhile get it, too.
    var replies: [ReplyAddress]
    /// What the token is spent as.
    var use: TokenUse = .nothing
    /// Whether that is stored already.
    var isAccepted = false

    init(_ request: NodeRequest, hash: [UInt8], pair: CheckedPair, app: AppRecord, reply: ReplyAddress) {
        self.request = request
        self.hash = hash
        self.pair = pair
        self.app = app
        replies = [reply]
    }

    var key: Key { Key(node: request.node, id: request.id) }
}
