import Identity
import Schema
import Support
import Testing

@Suite("JSON Web Tokens (T2)")
struct TokenTests {
    static let now = Site.now
    static let seconds = Site.now.milliseconds / 1_000
    let secret = SecretBytes(text: "0123456789abcdef0123456789abcdef")
    let key: PrivateKey

    init() throws {
        key = try PrivateKey.generate()
    }

    private var claims: [String: JSONValue] {
        [
            "iss": "https://visits.example", "aud": "beaconbus", "exp": .integer(Self.seconds + 600),
            "iat": .integer(Self.seconds), "sub": "anna", "jti": "one", "node": "kitchen", "user": "owner",
            "app": "site",
        ]
    }

    private func changed(_ changes: [String: JSONValue?]) -> JSONValue {
        var claims = claims
        for (key, value) in changes { claims[key] = value }
        return .object(claims)
    }

    private func parts(_ payload: JSONValue, _ header: JSONValue) -> String {
        "\(Base64.encodeURL(header.bytes)).\(Base64.encodeURL(payload.bytes))"
    }

    private func hs256(_ payload: JSONValue, header: JSONValue = ["alg": "HS256", "typ": "JWT"]) -> String {
        let signed = parts(payload, header)
        return "\(signed).\(Base64.encodeURL(HMAC.sha256(key: secret, message: Array(signed.utf8))))"
    }

    private func es256(_ payload: JSONValue, header: JSONValue = ["alg": "ES256", "typ": "JWT"]) throws -> String {
        let signed = parts(payload, header)
        let pair = try #require(ECDSASignature.pair(ofDER: key.sign(Array(signed.utf8))))
        return "\(signed).\(Base64.encodeURL(pair))"
    }

    private func verify(
        _ token: String, _ algorithm: TokenAlgorithm = .hs256, _ key: VerificationKey? = nil
    ) -> Result<TokenClaims, BeaconBusError> {
        Result { () throws(BeaconBusError) in
            try JSONWebToken(token).verify(
                algorithm: algorithm, key: key ?? .secret(secret), issuer: "https://visits.example",
                audience: "beaconbus", leeway: .seconds(60), now: Self.now)
        }
    }

    private func code(_ token: String, _ algorithm: TokenAlgorithm = .hs256, _ key: VerificationKey? = nil)
        -> ErrorCode?
    {
        if case .failure(let error) = verify(token, algorithm, key) { error.code } else { nil }
    }

    @Test("H29: a good token of each kind gives its claims")
    func good() throws {
        let expected = TokenClaims(
            sub: "anna", jti: "one", exp: Self.now + .seconds(600), iat: Self.now, node: NodeID("kitchen"),
            user: UserID("owner"), app: AppID("site"))
        #expect(try verify(hs256(changed([:]))).get() == expected)
        #expect(try verify(es256(changed([:])), .es256, .publicKey(key.publicKey)).get() == expected)
        let bare = try verify(hs256(changed(["sub": .some(nil), "node": .some(nil), "iat": .some(.null)]))).get()
        #expect(bare.sub == nil && bare.node == nil && bare.iat == nil)
        #expect(code(hs256(changed(["aud": ["x", "beaconbus"]]))) == nil)
    }

    @Test("RS256 of the openssl program is accepted; the same public key as an HMAC secret is not (confusion)")
    func rsa() async throws {
        let folder = TemporaryFolder()
        func openssl(_ arguments: String...) async throws {
            try await runTool("/usr/bin/openssl", arguments, in: folder.path)
        }
        let path = "\(folder.path)/rsa"
        try await openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", path)
        try await openssl("pkey", "-in", path, "-pubout", "-out", "\(path).pub")
        let publicKey = try PublicKey(pem: readFile("\(path).pub"))
        let privateKey = try PrivateKey(pem: Array(readFile(path).utf8))
        #expect(publicKey == privateKey.publicKey)
        let signed = parts(changed([:]), ["alg": "RS256"])
        let token = "\(signed).\(Base64.encodeURL(try privateKey.sign(Array(signed.utf8))))"
        #expect(code(token, .rs256, .publicKey(publicKey)) == nil)

        let pem = try readFile("\(path).pub")
        for secret in [Array(pem.utf8), publicKey.der] {
            let forged = parts(changed([:]), ["alg": "HS256"])
            let token = "\(forged).\(Base64.encodeURL(HMAC.sha256(key: secret, message: Array(forged.utf8))))"
            #expect(code(token, .rs256, .publicKey(publicKey)) == .tokenInvalid)
            #expect(code(token, .hs256, .publicKey(publicKey)) == .configurationInvalid)
        }
        #expect(code(token, .hs256, .secret(SecretBytes(text: pem))) == .configurationInvalid)
        #expect(code(token, .es256, .publicKey(publicKey)) == .configurationInvalid)
        #expect(
            IdentityTests.code { _ = try VerificationKey(.rs256, text: key.publicKey.pem) } == .configurationInvalid)
        #expect(IdentityTests.code { _ = try VerificationKey(.es256, text: pem) } == .configurationInvalid)
        #expect(
            IdentityTests.code { _ = try VerificationKey(.hs256, text: Base64.encode(Array("short".utf8))) }
                == .configurationInvalid)
        #expect(try VerificationKey(.rs256, text: pem) == .publicKey(publicKey))
    }

    @Test("Unsigned, re-signed and changed tokens are refused")
    func attacks() throws {
        let good = hs256(changed([:]))
        let pieces = good.split(separator: ".").map(String.init)
        let payload = pieces[1]
        func header(_ text: String) -> String { Base64.encodeURL(Array(text.utf8)) }
        var tokens = [
            "\(header(#"{"alg":"none"}"#)).\(payload).", "\(header(#"{"alg":"None"}"#)).\(payload).\(pieces[2])",
            "\(header(#"{"alg":"HS256"}"#)).\(payload).", "\(header(#"{"alg":"HS256"}"#)).\(payload).\(pieces[2])",
            "\(pieces[0]).\(Base64.encodeURL(changed(["sub": "eve"]).bytes)).\(pieces[2])",
            "\(good)=", "\(good).", "\(good).x", ".\(good)", "\(pieces[0]).\(pieces[1])", "..", "", "a.b.c",
            good + "\n",
            "\(pieces[0]).\(pieces[1]).\(pieces[2].dropLast())", "\(pieces[0])A.\(pieces[1]).\(pieces[2])",
            good.replacing(".", with: "+"), String(repeating: "A", count: 20_000),
        ]
        for alg: JSONValue in [
            "hs256", "HS384", "HS512", "ES256", "RS256", "PS256", "", .null, 1, ["HS256"], ["HS256": true],
        ] {
            tokens.append(hs256(changed([:]), header: ["alg": alg]))
        }
        tokens.append(hs256(changed([:]), header: [:]))
        tokens.append(hs256(changed([:]), header: ["alg": "HS256", "crit": ["exp"]]))
        tokens.append(hs256(changed([:]), header: ["alg": "HS256", "crit": .null]))
        tokens.append(hs256(changed([:]), header: ["alg": "HS256", "b64": false]))
        tokens.append(hs256(changed([:]), header: ["alg": "HS256", "typ": "JWE"]))
        for token in tokens { #expect(code(token) == .tokenInvalid, "\(token.prefix(200))") }
        // The header is signed with the key the attacker brings along: it is not looked at.
        let own = try PrivateKey.generate()
        let signed = parts(changed([:]), ["alg": "ES256", "jwk": .string(own.publicKey.pem), "kid": "../../dev/null"])
        let pair = try #require(ECDSASignature.pair(ofDER: own.sign(Array(signed.utf8))))
        #expect(code("\(signed).\(Base64.encodeURL(pair))", .es256, .publicKey(key.publicKey)) == .tokenInvalid)
        // ECDSA: zeros, DER instead of the pair.
        let text = parts(changed([:]), ["alg": "ES256"])
        for signature in [[UInt8](repeating: 0, count: 64), try key.sign(Array(text.utf8)), []] {
            #expect(code("\(text).\(Base64.encodeURL(signature))", .es256, .publicKey(key.publicKey)) == .tokenInvalid)
        }
    }

    @Test("Every bit of a token counts")
    func bits() throws {
        let token = Array(try es256(changed([:])).utf8)
        var generator = SeededGenerator(seed: 5)
        for index in token.indices {
            var other = token
            repeat {
                other[index] = UInt8.random(in: 0x20...0x7e, using: &generator)
            } while other[index] == token[index]
            let text = String(decoding: other, as: UTF8.self)
            #expect(code(text, .es256, .publicKey(key.publicKey)) == .tokenInvalid, "character \(index): \(text)")
        }
    }

    @Test("Issuer, audience and the three times are checked; the leeway is 60 s both ways")
    func claimChecks() {
        let refused: [[String: JSONValue?]] = [
            ["iss": .some(nil)], ["iss": "https://other.example"], ["iss": 1], ["aud": .some(nil)], ["aud": "other"],
            ["aud": []], ["aud": ["other"]], ["aud": .array(Array(repeating: "beaconbus", count: 17))], ["aud": 7],
            ["aud": "beaconbus\u{0}"], ["exp": .some(nil)], ["exp": "2030"], ["exp": .integer(-1)], ["exp": 1e300],
            ["exp": .integer(Self.seconds * 1_000_000)], ["nbf": .integer(Self.seconds + 61)], ["nbf": "x"],
            ["iat": .integer(Self.seconds + 61)], ["iat": true], ["sub": ""],
            ["sub": .string(String(repeating: "x", count: 257))],
            ["jti": 3], ["node": "Kitchen"], ["node": "#"], ["node": ["kitchen"]], ["user": "a b"], ["app": "../x"],
        ]
        for changes in refused { #expect(code(hs256(changed(changes))) == .tokenInvalid, "\(changes)") }
        for ago in [60, 61, 86_400, Self.seconds] {
            #expect(code(hs256(changed(["exp": .integer(Self.seconds - ago)]))) == .tokenExpired, "\(ago) s ago")
        }
        #expect(code(hs256(changed(["exp": .integer(Self.seconds - 59)]))) == nil)
        #expect(code(hs256(changed(["nbf": .integer(Self.seconds + 60)]))) == nil)
        #expect(code(hs256(changed(["exp": .number(Double(Self.seconds) + 0.5)]))) == nil)
    }

    @Test("Nested, huge, doubled and foreign content is refused")
    func content() {
        let header = Base64.encodeURL(Array(#"{"alg":"HS256"}"#.utf8))
        func token(_ payload: String) -> String {
            let signed = "\(header).\(Base64.encodeURL(Array(payload.utf8)))"
            return "\(signed).\(Base64.encodeURL(HMAC.sha256(key: secret, message: Array(signed.utf8))))"
        }
        let nested = String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)
        let good = String(decoding: changed([:]).bytes, as: UTF8.self)
        for payload in [
            "", "null", "[]", "\"x\"", "1", "{", good + good, "{\"aud\":\(nested)}", nested,
            "\(good.dropLast()),\"exp\":1}",
            "\u{feff}\(good)", hs256(changed([:])),
        ] { #expect(code(token(payload)) == .tokenInvalid, "\(payload.prefix(80))") }
        #expect(code(token(good)) == nil)
        let large = hs256(changed(["extra": .string(String(repeating: "x", count: 11_000))]))
        #expect(large.utf8.count < JSONWebToken.maximumLength && code(large) == nil)
        #expect(code(hs256(changed(["extra": .string(String(repeating: "x", count: 13_000))]))) == .tokenInvalid)
    }

    @Test("D13: no error about a token holds any part of it")
    func secrecy() {
        let marked = hs256(changed(["aud": "hunter2-audience", "iss": "hunter2-issuer", "node": "Hunter2"]))
        for token in [
            marked, hs256(changed(["node": "hunter2 x"])), "hunter2.hunter2.hunter2",
            hs256(changed(["jti": ["hunter2"]])),
        ] {
            guard case .failure(let error) = verify(token) else {
                Issue.record("accepted")
                continue
            }
            #expect(!error.debugDescription.lowercased().contains("hunter2"))
        }
        #expect("\(VerificationKey.secret(secret))" == "VerificationKey(…)")
    }
}
