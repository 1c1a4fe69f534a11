import Identity
import Schema

/// What the handler is built from.
struct AuthoritySetup: Sendable {
    var site: SiteID
    /// The authority's data folder.
    var folder: String
    var authority: CertificateAuthority
    /// Where the gate reports.
    var gateFile: String
    var gateWait: Duration = .seconds(5)
    /// How long the service stays quiet after its first connection (design §5).
    var quiet: Duration = .seconds(10)
    var life: Duration = .seconds(90 * 86_400)
    var maxChainAge: Duration = .seconds(365 * 86_400)
    var listLife: Duration = .seconds(7 * 86_400)
    var greatestGap: Duration = .seconds(400 * 86_400)
    var ratePerNode = 30
    var ratePerSite = 3_000
    var ratePerJoin = 300
    var auditBytes = 8 << 20
    var auditFiles = 8
    /// What the certificates of validators on the web must lead to; nil = the system's authorities.
    var validatorsAuthorityFile: String?
    /// Shown in the status: program version, and host and process.
    var version = ""
    var instance = ""
    var clock: @Sendable () -> WallTime = { WallTime.now() }
    /// Stores a session that is higher than the own one.
    var adoptSession: @Sendable (UInt64) throws -> Void = { _ in }

    /// How long the certificate is good with which a node comes back after its pair has expired.
    var comebackLife: Duration { maxChainAge + .seconds(730 * 86_400) }

    /// How long a pair that is never activated lives.
    static let pendingLife = Duration.seconds(3_600)
    /// How long a pair is still good after a newer one is in use.
    static let supersededLife = Duration.seconds(600)
    /// How long a machine waits for approval.
    static let waitingLife = Duration.seconds(86_400)
    /// How long a bootstrap certificate is good unless the command says so, and an approval.
    static let bundleLife = Duration.seconds(86_400)
    /// How long a client's certificate is good unless the command says so.
    static let clientLife = Duration.seconds(365 * 86_400)
    /// How long the old key of an app is used beside the new one.
    static let oldSecretLife = Duration.seconds(600)
    /// How long expired certificates stay listed.
    static let expiredLife = Duration.seconds(30 * 86_400)
}
