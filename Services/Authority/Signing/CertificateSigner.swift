import Identity
import Schema

/// Makes certificates of checked orders.
protocol CertificateSigner: Sendable {
    /// Signs all of them, in their order, or none. What comes later is delivered under the ticket, exactly once.
    func sign(_ orders: [CertificateOrder], ticket: UInt64, at now: WallTime) -> Progress<[Certificate]>
    /// Nothing is delivered any more.
    func stop()
}
