import Bus
import Schema
import ServiceKit

extension MetadataHandler {
    /// A node's retained state was cleared, so it is forgotten: what is kept of it here goes, and is not told again (R14).
    func forget(_ node: NodeID, _ link: BusLink) {
        switch access.result(link.now, { try $0.forget(node) }) {
        case .success(let hadAny):
            guard hadAny else { return }
            attempt("desired") { try link.clearRetained(.nodeDesired(node)) }
            attempt("calibration") { try link.clearRetained(.calibration(node)) }
            logger.info("a node is forgotten, its configuration and calibration with it", .node(node.description))
        case .failure(let error):
            logger.warning(
                "what is kept of a forgotten node could not be removed", .node(node.description),
                .code(error.code.description), .reason(error.reason))
        }
    }
}
