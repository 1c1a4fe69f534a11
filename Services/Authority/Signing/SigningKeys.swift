import ServiceKit

/// Configuration of who signs.
enum SigningKeys {
    /// Who makes the certificates of nodes.
    enum Kind: String, CaseIterable, Sendable {
        /// This service, with the site's key.
        case own
        /// A cfssl server with the same key.
        case cfssl
    }

    static let signer = Key(
        "authority.signer", .choice(), default: Kind.own,
        "Who signs the pairs of nodes: own, or cfssl, a cfssl server that was started with this site's ca.crt and ca.key. "
            + "The key is needed here in both cases, for the revocation list and for all other certificates.")
    static let address = Key(
        "authority.cfssl.address", .optional(.text(limit: 2_000)), default: nil,
        "Where the cfssl server is: https://… or, on this machine, http://127.0.0.1:8888.")
    static let profile = Key(
        "authority.cfssl.profile", .text(limit: 64), default: "node",
        "Its signing profile: client auth, an auth_key, no longer life than authority.certificates.life and that of any app."
    )
    static let keyFile = Key(
        "authority.cfssl.keyFile", .optional(.path), default: nil,
        "The file with the profile's auth_key, hexadecimal, readable by its owner only.")
    static let authorityFile = Key(
        "authority.cfssl.authorityFile", .optional(.path), default: nil,
        "The certificates (PEM) that the cfssl server's own must lead to; the system's unless set.")

    static let all: [any ConfigurationKey] = [signer, address, profile, keyFile, authorityFile]
}
