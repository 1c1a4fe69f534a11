import Identity
import Schema
import Testing

@testable import AuthorityService

@Suite struct SignedTokenTests {
    private let key = SecretBytes([UInt8](repeating: 9, count: 32))

    private var definition: ValidatorDefinition {
        ValidatorDefinition(
            kind: .jwt, algorithm: .hs256, key: Base64.encode([UInt8](repeating: 9, count: 32)),
            issuer: "https://visits.example", audience: "beaconbus", leeway: 60_000)
    }

    /// A token with these claims, beside the usual ones.
    private func token(
        _ now: WallTime, _ claims: [String: JSONValue] = [:], without: String? = nil,
        header: String = #"{"alg":"HS256","typ":"JWT"}"#
    ) -> String {
        var all: [String: JSONValue] = [
            "iss": "https://visits.example", "aud": "beaconbus", "jti": "t-1",
            "exp": .integer(now.milliseconds / 1_000 + 300), "iat": .integer(now.milliseconds / 1_000),
        ]
        all.merge(claims) { $1 }
        if let without { all[without] = nil }
        let signed = Base64.encodeURL(Array(header.utf8)) + "." + Base64.encodeURL(JSONValue.object(all).bytes)
        return signed + "." + Base64.encodeURL(HMAC.sha256(key: key, message: Array(signed.utf8)))
    }

    @Test("a signed token enrols once, by its jti, however else it is written")
    func enrolsOnce() async throws {
        let bench = try JudgeBench()
        let use = try await bench.judge(definition, JudgeBench.question(token(bench.now))).get()
        try bench.spend(use)
        #expect(await bench.judge(definition, JudgeBench.question(token(bench.now))).code == .tokenUsed)
        // The same name in another token of that issuer, and for another app with its key.
        let again = token(bench.now, ["sub": "x"])
        #expect(await bench.judge(definition, JudgeBench.question(again)).code == .tokenUsed)
        #expect(await bench.judge(definition, JudgeBench.question(again, app: AppID("other")!)).code == .tokenUsed)
        #expect(await bench.judge(definition, JudgeBench.question(token(bench.now, ["jti": "t-2"]))).code == nil)
    }

    @Test("claims that name a node, a user or an app hold it to them; times, issuer and audience count")
    func claims() async throws {
        let bench = try JudgeBench()
        let now = bench.now
        func code(_ text: String) async -> ErrorCode? { await bench.judge(definition, JudgeBench.question(text)).code }
        #expect(await code(token(now, ["node": "kitchen", "user": "owner", "app": "visits"])) == nil)
        #expect(await code(token(now, ["node": "hall"])) == .tokenInvalid)
        #expect(await code(token(now, ["user": "eve"])) == .tokenInvalid)
        #expect(await code(token(now, ["app": "other"])) == .tokenInvalid)
        #expect(await code(token(now, ["node": "#"])) == .tokenInvalid)
        #expect(await code(token(now, ["node": 5])) == .tokenInvalid)
        #expect(await code(token(now, without: "jti")) == .tokenInvalid)
        #expect(await code(token(now, ["jti": ""])) == .tokenInvalid)
        #expect(await code(token(now, without: "exp")) == .tokenInvalid)
        #expect(await code(token(now, without: "aud")) == .tokenInvalid)
        #expect(await code(token(now, ["aud": "others"])) == .tokenInvalid)
        #expect(await code(token(now, ["iss": "https://evil.example"])) == .tokenInvalid)
        #expect(await code(token(now, ["exp": .integer(now.milliseconds / 1_000 - 61)])) == .tokenExpired)
        #expect(await code(token(now, ["exp": .integer(now.milliseconds / 1_000 - 59)])) == nil)
        #expect(await code(token(now, ["nbf": .integer(now.milliseconds / 1_000 + 61)])) == .tokenInvalid)
        #expect(await code(token(now, header: #"{"alg":"none"}"#)) == .tokenInvalid)
        #expect(await code(token(now, header: #"{"alg":"ES256"}"#)) == .tokenInvalid)
        #expect(await code(token(now) + "A") == .tokenInvalid)
        #expect(await code("no token") == .tokenInvalid)
    }

    @Test("invariant 13: errors about signed tokens hold nothing of them")
    func errorsAreSilent() async throws {
        let bench = try JudgeBench()
        for text in [token(bench.now, ["node": "hall"]), token(bench.now, without: "jti"), token(bench.now) + "A"] {
            let error = try #require(await bench.judge(definition, JudgeBench.question(text)).error)
            for part in text.split(separator: ".") { #expect(!"\(error.debugDescription)".contains(part.prefix(12))) }
        }
    }
}
