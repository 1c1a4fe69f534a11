import Schema
import ServiceKit

/// `beaconctl node forget --standing waiting`.
enum WaitingMachines {
    /// Forgets all that wait now; those that are approved meanwhile, or ask later, are left alone.
    static func forget(_ invocation: Invocation) async throws -> ExitCode {
        try await AuthoritySession.with(invocation) { session in
            var forgotten = 0
            var revoked = 0
            for entry in try await waiting(session) {
                do {
                    _ = try await session.ask(
                        .nodeForget, NodeForgetCommand(node: entry.node, standing: .waiting), as: NodeChangeReply.self)
                    forgotten += 1
                    if entry.returns ?? false { revoked += 1 }
                } catch let error as BeaconBusError where error.code == .commandInvalid || error.code == .notFound {
                    // It stands differently by now, and that is somebody's will.
                }
            }
            let shown: JSONValue = ["forgotten": .integer(Int64(forgotten)), "revoked": .integer(Int64(revoked))]
            StandardStream.output.write(
                invocation[IdentityOptions.json] ? Printable.json(shown) + "\n" : text(forgotten, revoked: revoked))
            return .success
        }
    }

    /// Who waits, in the order of their names: all there are at the time, as many as a site has nodes at most.
    private static func waiting(_ session: AuthoritySession) async throws -> [NodeEntry] {
        var entries: [NodeEntry] = []
        var after: NodeID?
        repeat {
            let page = try await session.ask(
                .nodeList, NodeListCommand(after: after, limit: 100, standing: .waiting), as: NodeListReply.self)
            entries += page.nodes
            after = page.next
        } while after != nil
        return entries
    }

    static func text(_ forgotten: Int, revoked: Int) -> String {
        guard forgotten > 0 else { return "Nobody waits.\n" }
        let head = forgotten == 1 ? "1 that waited is forgotten" : "\(forgotten) that waited are forgotten"
        guard revoked > 0 else { return head + ".\n" }
        return head + "; \(revoked) of them had been revoked before, and \(revoked == 1 ? "is" : "are") so again.\n"
    }
}
