internal import Identity

extension RequestCorpus {
    /// Those the openssl program makes: other kinds of keys, other digests, its own defaults. Works in `folder`.
    public func made(in folder: String) async throws -> [RequestCase] {
        var cases: [RequestCase] = []
        func add(_ title: String, key: [String], options: [String] = [], refused: String?) async throws {
            let base = "\(folder)/request\(cases.count)"
            try await Self.openssl(["genpkey", "-out", "\(base).key"] + key, in: folder)
            try await Self.openssl(
                ["req", "-new", "-key", "\(base).key", "-out", "\(base).csr", "-subj", "/CN=\(client)"] + options,
                in: folder)
            cases.append(RequestCase(title, try readFile("\(base).csr"), refused: refused))
        }
        func curve(_ name: String) -> [String] { ["-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:\(name)"] }
        func rsa(_ bits: Int) -> [String] { ["-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:\(bits)"] }
        let p256 = curve("P-256")
        try await add("openssl req, P-256", key: p256, refused: nil)
        try await add("openssl req, P-256, SHA-384", key: p256, options: ["-sha384"], refused: nil)
        try await add("openssl req, RSA 2048", key: rsa(2_048), refused: nil)
        try await add("openssl req, RSA 2048, SHA-512", key: rsa(2_048), options: ["-sha512"], refused: nil)
        try await add(
            "openssl req with key usage", key: p256,
            options: ["-addext", "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=clientAuth"],
            refused: nil)
        try await add(
            "openssl req with an alternative name", key: p256, options: ["-addext", "subjectAltName=DNS:x"],
            refused: "subjectAltName")
        try await add(
            "openssl req that wants to be an authority", key: p256,
            options: ["-addext", "basicConstraints=critical,CA:TRUE"], refused: "basicConstraints")
        try await add(
            "openssl req with a challenge in the subject", key: p256, options: ["-subj", "/O=x/CN=\(client)"],
            refused: "subject has 2")
        try await add("openssl req, P-256, SHA-1", key: p256, options: ["-sha1"], refused: "ecdsa-with-SHA1")
        try await add("openssl req, RSA 1024", key: rsa(1_024), refused: "RSA with 1024 bits")
        try await add("openssl req, RSA 2040", key: rsa(2_040), refused: "RSA with 2040 bits")
        try await add("openssl req, RSA 2048, SHA-1", key: rsa(2_048), options: ["-sha1"], refused: "RSA-SHA1")
        try await add("openssl req, RSA 2048, MD5", key: rsa(2_048), options: ["-md5"], refused: "RSA-MD5")
        try await add("openssl req, RSA-PSS", key: ["-algorithm", "RSA-PSS"], refused: "its key is")
        for name in ["P-224", "P-384", "P-521", "secp256k1", "brainpoolP256r1", "prime192v1"] {
            try await add("openssl req, \(name)", key: curve(name), refused: "its key is")
        }
        try await add(
            "openssl req, P-256 by its parameters", key: p256 + ["-pkeyopt", "ec_param_enc:explicit"],
            refused: "its key is")
        for name in ["ED25519", "ED448"] {
            try await add("openssl req, \(name)", key: ["-algorithm", name], refused: "its key is")
        }
        return cases
    }

    private static func openssl(_ arguments: [String], in folder: String) async throws {
        try await runTool("/usr/bin/openssl", arguments, in: folder)
    }
}
