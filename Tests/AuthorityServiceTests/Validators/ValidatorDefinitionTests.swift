import Identity
import Schema
import Testing

@testable import AuthorityService

@Suite struct ValidatorDefinitionTests {
    @Test("a definition that can be asked is accepted")
    func accepts() throws {
        let key = try PrivateKey.generate().publicKey
        for definition in [
            ValidatorDefinition(kind: .file),
            ValidatorDefinition(kind: .mqtt, client: ClientID("obs.home.visits")!),
            ValidatorDefinition(kind: .http, url: "https://visits.example/validate"),
            ValidatorDefinition(
                kind: .http, url: "https://visits.example/", addresses: ["203.0.113.0/24", "2001:db8::1"]),
            ValidatorDefinition(kind: .http, url: "http://localhost:8080/", addresses: ["127.0.0.0/8"]),
            ValidatorDefinition(kind: .http, url: "http://[::1]:8080/", addresses: ["::1"]),
            ValidatorDefinition(
                kind: .jwt, algorithm: .hs256, key: Base64.encode([UInt8](repeating: 1, count: 32)), audience: "a"),
            ValidatorDefinition(kind: .jwt, algorithm: .es256, key: key.pem, issuer: "i", audience: "a", leeway: 0),
        ] { #expect(throws: Never.self) { try TokenJudge.check(definition) } }
    }

    @Test("one that cannot is refused, naming the field, and never repeating a secret")
    func refuses() throws {
        let cases: [(ValidatorDefinition, String)] = [
            (ValidatorDefinition(kind: .http), "url"),
            (ValidatorDefinition(kind: .http, url: "http://visits.example/", addresses: ["127.0.0.1"]), "url"),
            (ValidatorDefinition(kind: .http, url: "http://10.0.0.1/", addresses: ["10.0.0.1"]), "url"),
            (ValidatorDefinition(kind: .http, url: "http://127.0.0.1/"), "addresses"),
            (ValidatorDefinition(kind: .http, url: "http://127.0.0.1/", addresses: ["10.0.0.0/8"]), "addresses"),
            (ValidatorDefinition(kind: .http, url: "https://a.example/", addresses: ["a.example"]), "addresses[0]"),
            (
                ValidatorDefinition(kind: .http, url: "https://a.example/", addresses: ["10.0.0.0/8", "10.0.0.1/8"]),
                "addresses[1]"
            ),
            (ValidatorDefinition(kind: .http, url: "https://a.example/", audience: "x"), "audience"),
            (ValidatorDefinition(kind: .file, url: "https://a.example/"), "url"),
            (ValidatorDefinition(kind: .mqtt, key: "x"), "key"),
            (ValidatorDefinition(kind: .mqtt), "client"),
            (ValidatorDefinition(kind: .mqtt, client: ClientID("n.home.kitchen")), "client"),
            (ValidatorDefinition(kind: .mqtt, client: ClientID("svc.home.metadata")), "client"),
            (ValidatorDefinition(kind: .jwt, key: "x", audience: "a"), "algorithm"),
            (ValidatorDefinition(kind: .jwt, algorithm: .hs256, audience: "a"), "key"),
            (ValidatorDefinition(kind: .jwt, algorithm: .hs256, key: "c2hvcnQ=", audience: "a"), "32 bytes"),
            (ValidatorDefinition(kind: .jwt, algorithm: .es256, key: "c2hvcnQ=", audience: "a"), "public key"),
            (
                ValidatorDefinition(
                    kind: .jwt, algorithm: .hs256, key: Base64.encode([UInt8](repeating: 1, count: 32))), "audience"
            ),
        ]
        for (definition, word) in cases {
            do throws(BeaconBusError) {
                try TokenJudge.check(definition)
                Issue.record("\(word) was accepted")
            } catch {
                #expect(error.code == .configurationInvalid)
                #expect(error.reason.contains(word), "\(error.reason)")
                #expect(!error.debugDescription.contains("c2hvcnQ="))
            }
        }
        #expect(throws: (any Error).self) {
            try TokenJudge.check(ValidatorDefinition(kind: .http, url: "https://user:word@a.example/"))
        }
    }
}
