internal import COpenSSL
internal import Glibc
internal import Schema

/// The certificate, key and authority files of a connection: looked at before the library opens them, so that each
/// way in which they can be wrong has its name.
enum TLSFiles {
    /// Larger files are no certificates.
    private static let greatestSize = 1 << 20

    /// Throws `certificateInvalid` for a file that is missing or unreadable, `keyPermissions` for a key that is, or
    /// that others may read.
    static func check(_ files: TLSConfiguration) throws(BeaconBusError) {
        try check(files.authorityFile, .certificateInvalid)
        if let file = files.certificateFile { try check(file, .certificateInvalid) }
        guard let file = files.keyFile else { return }
        try check(file, .keyPermissions)
        var status = Glibc.stat()
        guard stat(file, &status) == 0 else { return }
        let forbidden: mode_t = files.keyReaders == .owner ? 0o077 : 0o027
        guard status.st_mode & forbidden == 0 else {
            throw BeaconBusError(
                .keyPermissions, "A key file can be read by others",
                reason: "\(file) has mode \(String(status.st_mode & 0o777, radix: 8))",
                suggestion: "Run: chmod 600 \(file)")
        }
        guard status.st_uid == geteuid() || status.st_uid == 0 else {
            throw BeaconBusError(
                .keyPermissions, "A key file belongs to another user",
                reason: "\(file) belongs to user \(status.st_uid), this is user \(geteuid())",
                suggestion: "Give the file to the user this service runs as.")
        }
    }

    private static func check(_ file: String, _ code: ErrorCode) throws(BeaconBusError) {
        guard access(file, R_OK) == 0 else {
            let isMissing = errno == ENOENT
            throw BeaconBusError(
                isMissing ? .certificateInvalid : code,
                isMissing ? "A TLS file is missing" : "A TLS file cannot be read",
                reason: "\(file): \(describe(errno))",
                suggestion: isMissing
                    ? "Wait until it is made, or check the path." : "Let the user this service runs as read it.",
                retryable: true)
        }
        var status = Glibc.stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else {
            throw BeaconBusError(
                .certificateInvalid, "A TLS file is not usable", reason: "\(file) is empty or no regular file",
                suggestion: "Put PEM text into it.", retryable: true)
        }
    }

    /// A number that changes when a file, or the folder a link of its path leads to, is replaced.
    static func stamp(_ files: TLSConfiguration) -> UInt64? {
        guard let certificate = files.certificateFile else { return nil }
        // FNV-1a over what tells one file from another.
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for file in [certificate, files.keyFile, files.authorityFile].compactMap(\.self) {
            var status = Glibc.stat()
            guard stat(file, &status) == 0 else {
                hash = (hash ^ UInt64(errno.magnitude)) &* 0x0000_0100_0000_01b3
                continue
            }
            for value in [
                UInt64(status.st_dev), UInt64(status.st_ino), UInt64(bitPattern: Int64(status.st_size)),
                UInt64(bitPattern: Int64(status.st_mtim.tv_sec)), UInt64(bitPattern: Int64(status.st_mtim.tv_nsec)),
                UInt64(status.st_mode),
            ] {
                hash = (hash ^ value) &* 0x0000_0100_0000_01b3
            }
        }
        return hash
    }

    /// When the stored certificate is good; nil unless files and key can be used and belong together.
    static func stored(_ files: TLSConfiguration) -> CertificateValidity? {
        guard let certificateFile = files.certificateFile, let keyFile = files.keyFile,
            (try? check(files)) != nil
        else { return nil }
        // Reading only takes from the error queue what it put there.
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        guard let certificate = read(certificateFile, { PEM_read_bio_X509($0, nil, noPassphrase, nil) }) else {
            return nil
        }
        defer { X509_free(certificate) }
        guard let key = read(keyFile, { PEM_read_bio_PrivateKey($0, nil, noPassphrase, nil) }) else { return nil }
        defer { EVP_PKEY_free(key) }
        guard X509_check_private_key(certificate, key) == 1 else { return nil }
        return validity(certificate)
    }

    private static func read(_ file: String, _ body: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        guard let stream = BIO_new_file(file, "r") else { return nil }
        defer { BIO_free(stream) }
        return body(stream)
    }

    /// What a certificate says of its time; nil if it says nothing readable.
    static func validity(_ certificate: OpaquePointer) -> CertificateValidity? {
        guard let notBefore = time(X509_get0_notBefore(certificate)),
            let notAfter = time(X509_get0_notAfter(certificate))
        else { return nil }
        return CertificateValidity(notBefore: notBefore, notAfter: notAfter)
    }

    private static func time(_ text: UnsafePointer<ASN1_TIME>?) -> WallTime? {
        var parts = tm()
        guard let text, ASN1_TIME_to_tm(text, &parts) == 1 else { return nil }
        return WallTime(milliseconds: Int64(timegm(&parts)) * 1_000)
    }
}

/// An encrypted key is an error, never a question on the terminal.
let noPassphrase: @convention(c) (UnsafeMutablePointer<CChar>?, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 = {
    _, _, _, _ in -1
}
