import ServiceKit

/// The configuration keys of the authority.
enum AuthorityKeys {
    static let takeoverWait = Key(
        "authority.takeoverWait", .duration(.zero...(.seconds(600))), default: .seconds(10),
        "How long nothing is done after the first connection, to find out whether another instance is at work; "
            + "0s only where all instances share one data folder.")
    static let life = Key(
        "authority.certificates.life", .duration(.seconds(10)...(.seconds(730 * day))), default: .seconds(90 * day),
        "Greatest life of a node's certificates; an app may set a shorter one.")
    static let maxChainAge = Key(
        "authority.certificates.maxChainAge", .duration(.seconds(60)...(.seconds(3650 * day))),
        default: .seconds(365 * day), "How long a node may renew by possession before a token is due again.")
    static let listLife = Key(
        "authority.revocation.life", .duration(.seconds(3)...(.seconds(90 * day))), default: .seconds(7 * day),
        "How long a revocation list is good; it is made anew at a third of that. A stale one locks everybody out.")
    static let nodeRate = Key(
        "authority.rate.node", .integer(1...1_000_000), default: 30,
        "Requests for certificates a minute from one node; more are refused.")
    static let siteRate = Key(
        "authority.rate.site", .integer(1...60_000_000), default: 3_000,
        "Requests for certificates a minute from all nodes; more are refused.")
    static let joinRate = Key(
        "authority.rate.join", .integer(1...1_000_000), default: 300,
        "Requests a minute from all machines together that nobody has approved; more are refused.")
    static let auditSize = Key(
        "authority.audit.size", .integer(1...1_024), default: 8, "Greatest size of one file of the audit log, MiB.")
    static let auditFiles = Key(
        "authority.audit.files", .integer(1...100), default: 8, "How many files of the audit log are kept.")
    static let gateFile = Key(
        "authority.gate.applied", .optional(.path), default: nil,
        "Where beacon-gate tells what the broker has taken over; applied.json in the gate's data folder unless set.")
    static let gateWait = Key(
        "authority.gate.wait", .duration(.zero...(.seconds(5))), default: .seconds(5),
        "How long an answer waits for the broker to take over a change.")
    static let greatestGap = Key(
        "authority.clock.greatestGap", .duration(.seconds(3600)...(.seconds(36_500 * day))),
        default: .seconds(400 * day),
        "A clock further ahead of the last stored time is taken for wrong, and nothing is issued.")

    static let all: [any ConfigurationKey] = [
        takeoverWait, life, maxChainAge, listLife, nodeRate, siteRate, joinRate, auditSize, auditFiles, gateFile,
        gateWait,
        greatestGap,
    ]

    private static let day: Int64 = 86_400
}
