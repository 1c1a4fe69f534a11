import Identity
import Schema

/// Tokens signed by the app (JSON Web Tokens, RFC 7519), judged here. Each is good once, by its `jti`; where it
/// names a node, a user or an app, it is good for that one only.
enum SignedTokens {
    /// How far clocks may differ unless said.
    static let leeway: Int64 = 60_000

    /// - Parameter spellings: under what else the key's tokens may have been remembered, by its mark.
    /// - Throws: `tokenInvalid`, `tokenExpired`; `configurationInvalid` for a definition that is not whole.
    static func judge(
        _ text: String, _ question: ValidateRequest, _ definition: ValidatorDefinition, at now: WallTime,
        spellings: (String) throws(BeaconBusError) -> [String]
    ) throws(BeaconBusError) -> TokenUse {
        let (algorithm, keyText, audience) = try parts(definition)
        let key = try VerificationKey(algorithm, text: keyText)
        let leeway = Duration.milliseconds(definition.leeway ?? leeway)
        let claims = try JSONWebToken(text).verify(
            algorithm: algorithm, key: key, issuer: definition.issuer, audience: audience, leeway: leeway, now: now)
        guard let name = claims.jti, !name.isEmpty else {
            throw .tokenRefused(.tokenInvalid, "the token has no jti, by which it could be used once")
        }
        guard claims.node.map({ $0 == question.node }) ?? true else {
            throw .tokenRefused(.tokenInvalid, "the token is for another node")
        }
        guard claims.user.map({ $0 == question.user }) ?? true else {
            throw .tokenRefused(.tokenInvalid, "the token is for another user")
        }
        guard claims.app.map({ $0 == question.app }) ?? true else {
            throw .tokenRefused(.tokenInvalid, "the token is for another app")
        }
        return .once(
            TokenMark.of(
                tokenNamed: name, key: key, spellings: try spellings(key.mark), goodUntil: claims.exp + leeway))
    }

    /// What has to be configured.
    static func parts(
        _ definition: ValidatorDefinition
    ) throws(BeaconBusError) -> (algorithm: TokenAlgorithm, key: String, audience: String) {
        guard let algorithm = definition.algorithm else {
            throw .field("validator.algorithm", "is missing", code: .configurationInvalid)
        }
        guard let key = definition.key else { throw .field("validator.key", "is missing", code: .configurationInvalid) }
        guard let audience = definition.audience, !audience.isEmpty else {
            throw .field("validator.audience", "is missing", code: .configurationInvalid)
        }
        return (algorithm, key, audience)
    }
}
