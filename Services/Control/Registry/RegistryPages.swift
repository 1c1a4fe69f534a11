import Bus
import Schema

/// Goes through the registry page by page.
enum RegistryPages {
    /// What the pages said about the whole.
    struct Total {
        var total: Int64
        var revision: Int64
        /// Whether the pages are of different revisions, so that they do not belong together.
        var isMixed: Bool
    }

    /// Hands over every page in order, until the end or until `body` returns false.
    static func forEach(
        _ session: BusSession, as requester: Requester, prefix: String?, _ body: ([BeaconRecord]) -> Bool
    ) async throws -> Total {
        var after: BeaconID?
        var total: Total?
        while true {
            let reply = try await session.request(
                .metadataCommand(.list, requester),
                ListCommand(after: after, limit: 200, prefix: prefix), as: ListReply.self, timeout: .seconds(15))
            let isMixed = total.map { $0.isMixed || $0.revision != reply.revision } ?? false
            let now = Total(total: reply.total, revision: reply.revision, isMixed: isMixed)
            total = now
            guard body(reply.records), let next = reply.next else { return now }
            after = next
        }
    }
}
