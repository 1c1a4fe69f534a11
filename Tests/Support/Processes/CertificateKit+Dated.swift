internal import Glibc

extension CertificateKit {
    /// A client certificate for given times, `YYYYMMDDHHMMSSZ`, and its key.
    public func issue(
        _ name: String, from start: String, to end: String, file: String? = nil
    ) async throws -> (certificate: String, key: String) {
        try prepare()
        let base = "\(folder)/\(file ?? name)"
        try await runTool(
            Self.openssl,
            [
                "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout",
                "\(base).key", "-out", "\(base).csr", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=DNS:localhost,IP:127.0.0.1",
            ], in: folder)
        try await runTool(
            Self.openssl,
            [
                "ca", "-config", "\(folder)/ca.conf", "-batch", "-notext", "-in", "\(base).csr", "-out", "\(base).pem",
                "-startdate", start, "-enddate", end,
            ], in: folder)
        return ("\(base).pem", "\(base).key")
    }

    /// Takes a certificate's validity back; ``writeRevocationList()`` tells.
    public func revoke(_ certificate: String) async throws {
        try prepare()
        try await runTool(
            Self.openssl, ["ca", "-config", "\(folder)/ca.conf", "-revoke", certificate], in: folder)
    }

    /// The list of what is revoked, good for a number of hours from now; returns its path.
    @discardableResult
    public func writeRevocationList(hours: Int = 24) async throws -> String {
        try prepare()
        let path = "\(folder)/crl.pem"
        try await runTool(
            Self.openssl,
            ["ca", "-config", "\(folder)/ca.conf", "-gencrl", "-crlhours", "\(hours)", "-out", path], in: folder)
        return path
    }

    /// A moment this many seconds from now as openssl wants it.
    public static func date(in seconds: Int) -> String {
        var moment = time(nil) + seconds
        var parts = tm()
        gmtime_r(&moment, &parts)
        var text = [CChar](repeating: 0, count: 32)
        strftime(&text, text.count, "%Y%m%d%H%M%SZ", &parts)
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static let openssl = "/usr/bin/openssl"

    private func prepare() throws {
        guard access("\(folder)/ca.conf", F_OK) != 0 else { return }
        try writeFile("\(folder)/index.txt", "")
        try writeFile("\(folder)/index.txt.attr", "unique_subject = no\n")
        try writeFile("\(folder)/serial", "1000\n")
        try writeFile("\(folder)/crlnumber", "01\n")
        try writeFile(
            "\(folder)/ca.conf",
            """
            [ca]
            default_ca = own
            [own]
            database = \(folder)/index.txt
            new_certs_dir = \(folder)
            serial = \(folder)/serial
            crlnumber = \(folder)/crlnumber
            certificate = \(authority)
            private_key = \(folder)/ca.key
            default_md = sha256
            default_days = 1
            default_crl_hours = 24
            policy = any
            copy_extensions = copy
            [any]
            commonName = supplied

            """)
    }
}
