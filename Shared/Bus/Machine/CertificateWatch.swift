package import Schema

/// When to look whether the TLS files have been replaced: every second while a connection waits because they are not
/// accepted, and every half minute in the last tenth of the life of a connected certificate. Pure.
package struct CertificateWatch: Sendable, Equatable {
    /// When to look next; nil = not at all.
    package private(set) var deadline: Instant?
    /// What the files looked like when the connection was begun.
    package private(set) var stamp: UInt64?

    package static let refusedInterval: Duration = .seconds(1)
    package static let expiringInterval: Duration = .seconds(30)
    /// The wall clock may be set meanwhile, so a far instant is looked at again.
    package static let greatestInterval: Duration = .seconds(3_600)

    package init() {}

    /// A connection is begun with files of this stamp.
    package mutating func opened(_ stamp: UInt64?) {
        self.stamp = stamp
        deadline = nil
    }

    /// The attempt failed; where the certificate may be why, new files are worth a try.
    package mutating func failed(_ kind: BusFailure.Kind, _ now: Instant) {
        switch kind {
        case .untrusted, .unauthorised, .subscriptionRefused: deadline = stamp.map { _ in now + Self.refusedInterval }
        default: deadline = nil
        }
    }

    /// The connection is ready with this certificate.
    package mutating func connected(_ certificate: CertificateValidity?, _ now: Instant, _ wallTime: WallTime) {
        guard let certificate, stamp != nil else { return deadline = nil }
        let left = Duration.milliseconds(certificate.renewal.milliseconds - wallTime.milliseconds)
        deadline = now + min(max(left, Self.expiringInterval), Self.greatestInterval)
    }

    /// It was looked and nothing is to be done.
    package mutating func unchanged(isConnected: Bool, _ now: Instant) {
        deadline = now + (isConnected ? Self.expiringInterval : Self.refusedInterval)
    }
}
