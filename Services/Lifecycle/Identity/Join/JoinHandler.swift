import Bus
import Identity
import Schema

/// Asks to be let in, as a machine that nobody has announced, until somebody has approved it (`beaconctl node approve`).
///
/// It has the one identity that all such machines share, which may do nothing but this: no state, no will, no events.
/// The key it asks with is this node's own and was stored before.
final class JoinHandler: BusHandler {
    let node: NodeID
    let store: IdentityStore
    let report: LifecycleReport
    let request: JoinRequest
    let fingerprint: String
    /// How often it asks again.
    let interval: Duration
    private let time: () -> WallTime
    private var asked: RequestID?
    private var nextTry: Instant?
    private var told: ErrorCode?

    /// Makes or finds the key; throws where the folder cannot be used.
    init(
        node: NodeID, store: IdentityStore, report: LifecycleReport, interval: Duration = .seconds(30),
        time: @escaping () -> WallTime = { .now() }
    ) throws(BeaconBusError) {
        self.node = node
        self.store = store
        self.report = report
        self.interval = interval
        self.time = time
        let signing = try store.joinRequest(time: time())
        request = JoinRequest(node: node, request: signing.pem)
        fingerprint = signing.publicKey.fingerprint
    }

    func connected(_ link: BusLink) {
        report.connected(true)
        ask(link)
    }

    func received(_ messages: [IncomingMessage], _ link: BusLink) {}

    func disconnected(_ failure: BusFailure, _ link: BusLink) {
        report.disconnected(failure)
    }

    func deadline(_ now: Instant, _ link: BusLink) -> Instant? {
        guard link.isConnected, asked == nil, let next = nextTry else { return nil }
        if now >= next { ask(link) }
        return asked == nil ? nextTry : nil
    }

    func replied(
        _ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) throws {
        guard request == asked else { return }
        asked = nil
        nextTry = link.now + interval
        do throws(BeaconBusError) {
            let answer = try MessageCoder.decodeReply(JoinReply.self, reply.get().payload).body
            try store.joined(answer, time: time())
            report.joined(until: answer.notAfter)
            link.finish()
        } catch {
            // The same word each half minute would fill a log.
            guard told != error.code else { return }
            told = error.code
            report.waitsForApproval(error, fingerprint: fingerprint)
        }
    }

    private func ask(_ link: BusLink) {
        guard asked == nil else { return }
        do throws(BeaconBusError) {
            asked = try link.request(.join(node), request, timeout: .seconds(10))
        } catch {
            nextTry = link.now + interval
            report.publishFailed(error)
        }
    }
}
