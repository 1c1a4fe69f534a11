public import Schema

extension JSONWebToken {
    /// Checks everything: header, signature, issuer, audience, times; in this order, so that nothing is said about a token
    /// that was not signed.
    ///
    /// - Parameters:
    ///   - algorithm: the only one accepted.
    ///   - issuer: the `iss` it must have; nil accepts any.
    ///   - audience: the `aud` it must have, alone or among others.
    ///   - leeway: how far clocks may differ.
    /// - Throws: `tokenExpired`, `tokenInvalid`; `configurationInvalid` where the key does not fit the algorithm.
    public func verify(
        algorithm: TokenAlgorithm, key: VerificationKey, issuer: String?, audience: String, leeway: Duration,
        now: WallTime
    ) throws(BeaconBusError) -> TokenClaims {
        try key.check(algorithm)
        try checkHeader(algorithm)
        guard isSigned(key) else { throw .token("the token's signature is wrong") }
        if let issuer {
            guard let found = payload["iss"]?.stringValue, found.utf8.elementsEqual(issuer.utf8) else {
                throw .token("the token is from another issuer")
            }
        }
        guard try audiences().contains(where: { $0.utf8.elementsEqual(audience.utf8) }) else {
            throw .token("the token is for another audience")
        }
        return try claims(leeway: leeway, now: now)
    }

    private func checkHeader(_ algorithm: TokenAlgorithm) throws(BeaconBusError) {
        guard header["alg"]?.stringValue == algorithm.rawValue else {
            throw .token("the token is not signed with \(algorithm.rawValue)")
        }
        // Both change how the rest has to be read (RFC 7515, 4.1.11; RFC 7797).
        guard header.objectValue?["crit"] == nil, header.objectValue?["b64"] == nil else {
            throw .token("the token's header asks for an extension")
        }
        guard let type = header["typ"] else { return }
        guard let name = type.stringValue?.lowercased(), name == "jwt" || name == "at+jwt" else {
            throw .token("the token's typ is not JWT")
        }
    }

    private func isSigned(_ key: VerificationKey) -> Bool {
        switch key {
        case .secret(let secret):
            return ConstantTime.equal(HMAC.sha256(key: secret, message: signedPart), signature)
        case .publicKey(let key) where key.kind == .p256:
            guard let der = ECDSASignature.der(ofPair: signature) else { return false }
            return key.verifies(der, of: signedPart)
        case .publicKey(let key):
            return key.verifies(signature, of: signedPart)
        }
    }

    private func audiences() throws(BeaconBusError) -> [String] {
        switch payload["aud"] {
        case .string(let one): return [one]
        case .array(let several) where several.count <= 16: return several.compactMap(\.stringValue)
        default: throw .token("the token has no audience")
        }
    }

    private func claims(leeway: Duration, now: WallTime) throws(BeaconBusError) -> TokenClaims {
        guard let exp = try time("exp") else { throw .token("the token has no exp") }
        guard now < exp + leeway else {
            throw .token("it is \(now), and the token was good until \(exp)", code: .tokenExpired)
        }
        if let nbf = try time("nbf"), now < nbf - leeway {
            throw .token("it is \(now), and the token is good only from \(nbf)")
        }
        let iat = try time("iat")
        if let iat, now < iat - leeway { throw .token("it is \(now), and the token was made at \(iat)") }
        return TokenClaims(
            sub: try text("sub"), jti: try text("jti"), exp: exp, iat: iat, node: try identifier("node"),
            user: try identifier("user"), app: try identifier("app"))
    }

    /// Seconds since 1970, perhaps with a fraction (RFC 7519, 2); nil where it is absent or null.
    private func time(_ key: String) throws(BeaconBusError) -> WallTime? {
        guard let value = payload[key] else { return nil }
        guard let seconds = value.doubleValue, (0...253_402_300_799).contains(seconds) else {
            throw .token("the token's \(key) is no time")
        }
        return WallTime(milliseconds: Int64(seconds * 1_000))
    }

    private func text(_ key: String) throws(BeaconBusError) -> String? {
        guard let value = payload[key] else { return nil }
        guard let text = value.stringValue, (1...256).contains(text.utf8.count) else {
            throw .token("the token's \(key) is not a text of 1 to 256 bytes")
        }
        return text
    }

    private func identifier<Kind>(_ key: String) throws(BeaconBusError) -> Identifier<Kind>? {
        guard let text = try text(key) else { return nil }
        guard let value = Identifier<Kind>(text) else {
            throw .token("the token's \(key) is not \(Identifier<Kind>.form)")
        }
        return value
    }
}
