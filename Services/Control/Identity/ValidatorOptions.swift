import Identity
import Schema
import ServiceKit

/// How an app judges tokens, from options.
enum ValidatorOptions {
    private static let kind = Option(
        "validator", "KIND", .choice() as ValueType<ValidatorKind>,
        "Who judges tokens: http (a web service), mqtt (a client of the bus), jwt (a signature), file (one-time tokens of "
            + "\"beaconctl token create\").")
    private static let url = Option(
        "url", "URL", .text(limit: 2_048), "http: where it is asked; https, or http on loopback.")
    private static let address = Option(
        "address", "IP[/N]", .text(limit: 64),
        "http: an address or network it may be connected to; may be repeated. Default: any but private ones.")
    private static let client = Option(
        "client", "CLIENT", .identifier as ValueType<ClientID>, "mqtt: who answers, e.g. obs.home.desk.")
    private static let algorithm = Option(
        "algorithm", "ALG", .choice() as ValueType<TokenAlgorithm>, "jwt: HS256, RS256 or ES256, and no other.")
    private static let key = Option(
        "key-file", "FILE", .path,
        "jwt: the public key (PEM), or for HS256 the shared secret (base64, file of mode 0600); - = standard input.")
    private static let issuer = Option("issuer", "TEXT", .text(), "jwt: the iss a token must have.")
    private static let audience = Option("audience", "TEXT", .text(), "jwt: the aud a token must have.")
    private static let leeway = Option(
        "leeway", "TIME", .duration(.zero...(.seconds(600))), "jwt: how far clocks may differ. Default: 60s.")

    static let all: [any CommandOption] = [
        kind, url, address, client, algorithm, key, issuer, audience, leeway,
    ]

    /// Which options belong to which kind, beside those every kind has.
    private static let allowed: [ValidatorKind: [any CommandOption]] = [
        .http: [url, address], .mqtt: [client], .jwt: [algorithm, key, issuer, audience, leeway], .file: [],
    ]

    /// The definition that was asked for; the kind has to be said.
    ///
    /// - Throws: a failure that names what is missing or does not belong to the kind; `configurationInvalid` for a key that
    ///   does not fit its algorithm.
    static func definition(_ invocation: Invocation) throws -> ValidatorDefinition {
        guard let chosen = invocation[kind] else {
            throw CommandFailure("--validator is missing: http, mqtt, jwt or file.", code: .usage)
        }
        let known = Set(all.map(\.name)).subtracting(["validator"])
        let fitting = Set((allowed[chosen] ?? []).map(\.name))
        if let other = invocation.options.first(where: { known.contains($0.name) && !fitting.contains($0.name) }) {
            throw CommandFailure("--\(other.name) does not belong to --validator \(chosen.rawValue).", code: .usage)
        }
        func missing(_ name: String) -> CommandFailure {
            CommandFailure("--validator \(chosen.rawValue) needs --\(name).", code: .usage)
        }
        var definition = ValidatorDefinition(kind: chosen)
        switch chosen {
        case .file: break
        case .http:
            guard let url = invocation[url] else { throw missing("url") }
            definition.url = url
            let addresses = invocation[all: address]
            definition.addresses = addresses.isEmpty ? nil : addresses
        case .mqtt:
            guard let client = invocation[client] else { throw missing("client") }
            definition.client = client
        case .jwt:
            guard let algorithm = invocation[algorithm] else { throw missing("algorithm") }
            guard let file = invocation[key] else { throw missing("key-file") }
            guard let audience = invocation[audience] else { throw missing("audience") }
            definition.algorithm = algorithm
            definition.key = try keyText(algorithm, file)
            definition.issuer = invocation[issuer]
            definition.audience = audience
            definition.leeway = invocation[leeway]?.saturatedMilliseconds
        }
        return definition
    }

    /// The key's text, checked here, so that a mistake is told before it is sent. A public key may lie open.
    private static func keyText(_ algorithm: TokenAlgorithm, _ file: String) throws -> String {
        let text: String
        if algorithm == .hs256 || file == "-" {
            text = try SecretFile.readText(file)
        } else {
            text = String(decoding: try FileContents.read(file, limit: 16_384), as: UTF8.self)
        }
        _ = try VerificationKey(algorithm, text: text)
        return text
    }
}
