import Identity
import Schema
import Support
import Synchronization

@testable import AuthorityService

/// A signer that answers when the test says so.
final class SlowSigner: CertificateSigner {
    private let own: OwnSigner
    private let held = Mutex<[(ticket: UInt64, orders: [CertificateOrder])]>([])

    init(_ authority: CertificateAuthority) {
        own = OwnSigner(authority: authority)
    }

    func sign(_ orders: [CertificateOrder], ticket: UInt64, at now: WallTime) -> Progress<[Certificate]> {
        // What operators order is signed at once, so that a test can get that far.
        if orders.count == 1 { return own.sign(orders, ticket: ticket, at: now) }
        held.withLock { $0.append((ticket, orders)) }
        return .waiting
    }

    func stop() {}

    /// How many orders wait.
    var count: Int { held.withLock { $0.count } }

    /// Answers the oldest order.
    func answer(
        _ bench: AuthorityBench,
        _ change: (Result<[Certificate], BeaconBusError>) -> Result<[Certificate], BeaconBusError> = { $0 }
    ) {
        guard let (ticket, orders) = held.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
        guard case .settled(let result) = own.sign(orders, ticket: ticket, at: bench.clock.now) else { return }
        let changed = change(result)
        bench.client.perform { handler, link in handler.take(.signed(ticket, changed), link) }
    }
}
