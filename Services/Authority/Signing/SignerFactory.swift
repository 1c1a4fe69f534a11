import Identity
import Schema
import ServiceKit
import Web

/// Makes the configured signer.
enum SignerFactory {
    /// - Parameters:
    ///   - authority: the site's, with its key.
    ///   - deliver: is given, on any thread, what came later.
    /// - Throws: `ConfigurationError`, or `configurationInvalid`, for a certificate server that cannot be asked.
    static func make(
        _ context: ServiceContext, authority: CertificateAuthority, web: WebClient,
        deliver: @escaping CFSSLSigner.Deliver
    ) throws -> any CertificateSigner {
        switch context.configuration[SigningKeys.signer] {
        case .own: OwnSigner(authority: authority)
        case .cfssl:
            try CFSSLSigner(
                CFSSLSettings(context.configuration), authority: authority, web: web, deliver: deliver)
        }
    }
}
