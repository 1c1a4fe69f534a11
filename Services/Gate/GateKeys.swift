import ServiceKit

/// The configuration keys of the gate.
enum GateKeys {
    /// How the broker is told.
    enum Variant: String, CaseIterable, Sendable {
        /// mosquitto's dynamic-security plugin, by messages.
        case dynamicSecurity
        /// A plain file, read at SIGHUP.
        case aclFile
    }

    static let access = Key(
        "gate.access", .optional(.path), default: nil,
        "The folder where the authority writes access.json and crl.pem. Default: authority/access in the data folder.")
    static let authorityFile = Key(
        "gate.authorityFile", .optional(.path), default: nil,
        "The certificate (PEM) of the site's authority, whose revocation lists are taken. "
            + "Default: authority/ca.crt in the data folder.")
    static let listFile = Key(
        "gate.crlFile", .optional(.path), default: nil,
        "The broker's crlfile, which is replaced. Default: broker/crl.pem in the data folder.")
    static let processFile = Key(
        "gate.pidFile", .optional(.path), default: nil,
        "The broker's pid_file; the broker gets SIGHUP, so the gate must run as its user. "
            + "Default: broker/mosquitto.pid in the data folder.")
    static let variant = Key(
        "gate.rights", .choice(), default: Variant.dynamicSecurity,
        "How the broker is told: by its dynamic-security plugin, or by a plain file, which cannot end a session.")
    static let rightsFile = Key(
        "gate.aclFile", .optional(.path), default: nil,
        "The broker's acl_file, with rights: aclFile. Default: broker/acl in the data folder.")
    static let securityFile = Key(
        "gate.securityFile", .optional(.path), default: nil,
        "The plugin's file, put right where the gate itself is missing in it; the broker is then ended, to be started "
            + "again by whoever looks after it. Default: broker/dynamic-security.json in the data folder.")
    static let poll = Key(
        "gate.poll", .duration(.milliseconds(100)...(.seconds(600))), default: .seconds(10),
        "How often the folder is looked at even when nothing seems to have changed.")

    static let all: [any ConfigurationKey] = [
        access, authorityFile, listFile, processFile, variant, rightsFile, securityFile, poll,
    ]
}
