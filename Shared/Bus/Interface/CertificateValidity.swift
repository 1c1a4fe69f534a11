public import Schema

/// From when to when a certificate is good, whole seconds.
public struct CertificateValidity: Sendable, Hashable {
    public let notBefore: WallTime
    public let notAfter: WallTime

    public init(notBefore: WallTime, notAfter: WallTime) {
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// From when on a connection takes over a newer certificate at once instead of at its next chance: the last tenth.
    package var renewal: WallTime {
        WallTime(milliseconds: notAfter.milliseconds - max(0, notAfter.milliseconds - notBefore.milliseconds) / 10)
    }
}
