import Identity
import Schema
import Support
import Testing

@Suite("What is made here, judged by the openssl program")
struct OpenSSLProgramTests {
    let folder = TemporaryFolder()
    let site: Site

    init() throws {
        site = try Site()
        try writeFile("\(folder.path)/ca.pem", site.authority.certificate.pem)
    }

    private func openssl(_ arguments: String...) async throws -> String {
        try await runTool("/usr/bin/openssl", arguments, in: folder.path)
    }

    private func write(_ name: String, _ text: String) throws -> String {
        try writeFile("\(folder.path)/\(name)", text)
        return "\(folder.path)/\(name)"
    }

    private func verify(_ options: [String], _ leaf: String) async -> String {
        let seconds = Site.now.milliseconds / 1_000 + 60
        let arguments = ["verify", "-attime", "\(seconds)", "-CAfile", "\(folder.path)/ca.pem"] + options + [leaf]
        do {
            return try await runTool("/usr/bin/openssl", arguments, in: folder.path)
        } catch {
            return "\(error)"
        }
    }

    @Test("It verifies our chain strictly, for clients only")
    func chain() async throws {
        let leaf = try write("leaf.pem", site.issue("n.home.kitchen").certificate.pem)
        #expect(await verify(["-x509_strict", "-purpose", "sslclient"], leaf).contains("OK"))
        #expect(await verify(["-purpose", "sslserver"], leaf).contains("unsuitable certificate purpose"))
        let text = try await openssl("x509", "-in", leaf, "-noout", "-text")
        for part in [
            "Subject: CN = n.home.kitchen", "Issuer: CN = authority.home", "CA:FALSE", "Digital Signature",
            "TLS Web Client Authentication", "ecdsa-with-SHA256", "Not Before: Nov 30 12:00:00 2026 GMT",
        ] { #expect(text.contains(part), "\(part) in \(text)") }
        let root = try await openssl("x509", "-in", "\(folder.path)/ca.pem", "-noout", "-text")
        for part in ["CA:TRUE, pathlen:0", "Certificate Sign, CRL Sign"] { #expect(root.contains(part), "\(root)") }
    }

    @Test("A revoked one is refused by it, another is not")
    func revocation() async throws {
        let one = try site.issue("n.home.kitchen").certificate
        let two = try site.issue("n.home.hall").certificate
        let list = try site.authority.revocationList(
            [(one.serial, Site.now)], number: 5, issued: Site.now, nextUpdate: Site.now + .seconds(86_400))
        let crl = try write("crl.pem", list)
        let options = ["-crl_check", "-CRLfile", crl]
        #expect(await verify(options, try write("one.pem", one.pem)).contains("certificate revoked"))
        #expect(await verify(options, try write("two.pem", two.pem)).contains("OK"))
        let text = try await openssl("crl", "-in", crl, "-noout", "-text", "-CAfile", "\(folder.path)/ca.pem")
        for part in ["verify OK", one.serial.uppercased(), "X509v3 CRL Number: \n                5", "Version 2"] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
    }

    @Test("It reads our keys and requests, and we read its keys in all their forms")
    func keys() async throws {
        let key = try PrivateKey.generate()
        let path = try write("key.pem", String(decoding: key.pem().bytes, as: UTF8.self))
        #expect(try await openssl("pkey", "-in", path, "-pubout") == key.publicKey.pem)
        #expect(try await openssl("pkey", "-in", path, "-check", "-noout").contains("valid"))
        let request = try SigningRequest.make(for: try ClientID(validating: "n.home.kitchen"), key: key)
        let csr = try write("request.pem", request.pem)
        #expect(try await openssl("req", "-in", csr, "-verify", "-noout", "-subject").contains("CN = n.home.kitchen"))

        _ = try await openssl("ecparam", "-name", "prime256v1", "-genkey", "-out", "\(folder.path)/ec.pem")
        let traditional = try PrivateKey(pem: Array(readFile("\(folder.path)/ec.pem").utf8))
        #expect(traditional.publicKey.kind == .p256)
        _ = try await openssl("genrsa", "-traditional", "-out", "\(folder.path)/rsa.pem", "2048")
        #expect(try PrivateKey(pem: Array(readFile("\(folder.path)/rsa.pem").utf8)).publicKey.kind == .rsa(bits: 2_048))
        for (name, arguments) in [
            ("encrypted", ["pkcs8", "-topk8", "-in", path, "-passout", "pass:x", "-out"]),
            ("small", ["genrsa", "-out"]), ("p384", ["ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out"]),
        ] {
            let file = "\(folder.path)/\(name).pem"
            try await runTool(
                "/usr/bin/openssl", arguments + [file] + (name == "small" ? ["1024"] : []), in: folder.path)
            #expect(code { _ = try PrivateKey(pem: Array(readFile(file).utf8)) } == .certificateInvalid, "\(name)")
        }
    }

    @Test("Its signatures are ours and ours are its")
    func signatures() async throws {
        let key = try PrivateKey.generate()
        let path = try write("key.pem", String(decoding: key.pem().bytes, as: UTF8.self))
        let message = IdentityProof.renewal(
            site: try SiteID(validating: "home"), node: try NodeID(validating: "kitchen"),
            request: try #require(RequestID("abc")), requestsHash: Digest.sha256Hex("x"))
        _ = try write("message", String(decoding: message, as: UTF8.self))
        _ = try await openssl("dgst", "-sha256", "-sign", path, "-out", "\(folder.path)/sig", "\(folder.path)/message")
        let base64 = try await openssl("base64", "-A", "-in", "\(folder.path)/sig")
        #expect(IdentityProof.isValid(base64, of: message, by: key.publicKey))
        #expect(!IdentityProof.isValid(base64, of: message + [10], by: key.publicKey))
        #expect(!IdentityProof.isValid(base64 + "=", of: message, by: key.publicKey))
        _ = try write("ours.b64", try IdentityProof.sign(message, with: key) + "\n")
        _ = try await openssl("base64", "-d", "-in", "\(folder.path)/ours.b64", "-out", "\(folder.path)/ours")
        _ = try write("public.pem", key.publicKey.pem)
        let verified = try await openssl(
            "dgst", "-sha256", "-verify", "\(folder.path)/public.pem", "-signature", "\(folder.path)/ours",
            "\(folder.path)/message")
        #expect(verified.contains("Verified OK"))
    }
}
