import Identity
import Schema
import Store
import Testing

@testable import AuthorityService

@Suite("Authority: one key, written in several ways")
struct KeySpellingTests {
    private let key: PrivateKey
    private let pem: String

    init() throws {
        key = try PrivateKey.generate()
        pem = key.publicKey.pem
    }

    /// Texts of the same key: as OpenSSL writes it, with a comment, an empty line more, or another machine's line ends.
    private var spellings: [String] {
        [pem, "The key of visits\n\n" + pem, pem + "\n", pem.split(separator: "\n").joined(separator: "\r\n") + "\r\n"]
    }

    private func definition(_ text: String) -> ValidatorDefinition {
        ValidatorDefinition(kind: .jwt, algorithm: .es256, key: text, audience: "beaconbus")
    }

    private func token(_ now: WallTime, _ name: String = "t-1") throws -> String {
        let claims: JSONValue = [
            "aud": "beaconbus", "jti": .string(name), "exp": .integer(now.milliseconds / 1_000 + 3_600),
        ]
        let signed = Base64.encodeURL(Array(#"{"alg":"ES256"}"#.utf8)) + "." + Base64.encodeURL(claims.bytes)
        let pair = try #require(ECDSASignature.pair(ofDER: key.sign(Array(signed.utf8))))
        return signed + "." + Base64.encodeURL(pair)
    }

    private func put(_ bench: AuthorityBench, _ text: String, app: AppID = AuthorityBench.app) throws {
        _ = try bench.tell(.appPut, AppPutCommand(app: app, validator: definition(text)), AppChangeReply.self)
    }

    private func key(_ bench: AuthorityBench) throws -> String? {
        try bench.tell(.appList, AppListCommand(), AppListReply.self).apps.first?.validator.key
    }

    @Test("H30, T2: a used token stays used when its app's key is set again, however it is written")
    func setAgain() throws {
        let bench = try AuthorityBench()
        let machine = try bench.announced("kitchen")
        try put(bench, pem)
        let token = try token(bench.clock.now)
        _ = try bench.enrol(machine, token: token)
        for text in spellings {
            try put(bench, text)
            let other = try bench.announced("cellar")
            bench.refused(.tokenUsed) { _ = try bench.enrol(other, token: token) }
        }
        // Another app of that issuer, with a key file of its own.
        let garden: AppID = AuthorityBench.name("garden")
        try put(bench, spellings[3], app: garden)
        let other = try bench.announced("attic")
        bench.refused(.tokenUsed) { _ = try bench.enrol(other, token: token, app: garden) }
        _ = try bench.enrol(other, token: try self.token(bench.clock.now, "t-2"), app: garden)
    }

    @Test("A key is kept in the one way in which it is written here, whatever file it came from")
    func kept() throws {
        let bench = try AuthorityBench()
        for text in spellings {
            try put(bench, text)
            #expect(try key(bench) == pem)
        }
    }

    @Test("T2: what was used under another text of the key, before the key itself counted, stays used after a restart")
    func formerMarks() throws {
        for text in spellings {
            let bench = try AuthorityBench()
            let machine = try bench.announced("kitchen")
            try put(bench, pem)
            let token = try token(bench.clock.now)
            // As it was stored before: the key's text as it was given, and the mark made of it.
            let store = try bench.store()
            let validator = try JSONValue(encoding: definition(text)).bytes
            try store.run("UPDATE apps SET validator = ?") { try $0.bind(1, validator) }
            let mark = Digest.sha256("name\n\(Digest.sha256Hex(text))\nt-1".utf8)
            try store.run("INSERT INTO spent_tokens VALUES (?, 'site', 'attic', 'r-1', ?)") {
                try $0.bind(1, mark)
                try $0.bind(2, (bench.clock.now + .seconds(86_400)).milliseconds)
            }
            try bench.restart()
            bench.refused(.tokenUsed) { _ = try bench.enrol(machine, token: token) }
            // Also when it is set again in another way since.
            try put(bench, pem + "\n\n")
            bench.refused(.tokenUsed) { _ = try bench.enrol(machine, token: token) }
            #expect(try key(bench) == pem)
            _ = try bench.enrol(machine, token: try self.token(bench.clock.now, "t-2"))
        }
    }

    @Test("Two secrets that sign alike have one mark: zeros at the end, and what HMAC makes of a long one")
    func secrets() throws {
        func mark(_ bytes: [UInt8]) throws -> String {
            try VerificationKey(.hs256, text: Base64.encode(bytes)).mark
        }
        let bytes = [UInt8](1...40)
        let long = [UInt8](1...100)
        #expect(try mark(bytes) == mark(bytes + [0, 0]))
        #expect(try mark(long) == mark(Digest.sha256(long)))
        #expect(try mark(bytes) != mark(bytes + [1]))
        #expect(try mark(bytes) != mark([UInt8](0...40)))
        for (one, other) in [(bytes, bytes + [0, 0]), (long, Digest.sha256(long))] {
            let message = Array("message".utf8)
            #expect(
                HMAC.sha256(key: SecretBytes(one), message: message)
                    == HMAC.sha256(key: SecretBytes(other), message: message))
        }
    }

    @Test("A public key's parameters that nobody reads make no other key of it")
    func parameters() throws {
        let key = try PublicKey(pem: Self.rsa)
        // rsaEncryption followed by NULL; here NULL is an empty OCTET STRING, which is passed over as well.
        var der = key.der
        let place = try #require(der.indices.first { der[$0...].starts(with: [0x01, 0x01, 0x01, 0x05, 0x00, 0x03]) })
        der[place + 3] = 0x04
        let odd = try PublicKey(der: der)
        #expect(odd != key && odd.canonical == key && key.canonical == key)
        #expect(VerificationKey.publicKey(odd).mark == VerificationKey.publicKey(key).mark)
    }

    /// RSA of 2048 bits, made for this test; its private half was thrown away.
    private static let rsa = """
        -----BEGIN PUBLIC KEY-----
        MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAuq4g0d/uuXLhbcj3aD5o
        ZeX3SkZk//n9Y6eRJdl4kSuRgiVjdQGPPFLo3lDMRhpOcY1sE5gdVYzXyUoC649Q
        ASuMU8d0vMoyJ1Q5Eo4TeeMUZrmpvbE5onnegNb/QwEACbPkU75JHmM7oV/oj8sm
        7jzLWhUNAXEovmp79ccZcfKJMvOUWNk3BsAjDsvWpu3yJ/+WWEpoBCNu7uQdNFXR
        8q4711BCqhH2wUEu3mE4KfXuyFn7d1uv9R/qokHZrdyasDP0XUt5KrS2YLOBvmGW
        5TvE6OiS0Ub2xVhsFUB0cgYwdFERApbgAeccf0MlbBktV5V06Avdsw/83+E8+eQC
        JwIDAQAB
        -----END PUBLIC KEY-----
        """
}
