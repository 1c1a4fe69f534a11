import Glibc
import Identity
import Schema
import Store

/// The site's own authority as it lies in the data folder: `ca.crt`, and `ca.key`, which nobody else may read.
enum SiteAuthority {
    /// Reads it.
    ///
    /// - Throws: `keyPermissions` if others may read the key or it is not ours, `certificateInvalid` if a file is missing
    ///   or they do not belong together.
    static func load(folder: String) throws(BeaconBusError) -> CertificateAuthority {
        let certificate = "\(folder)/ca.crt"
        let key = "\(folder)/ca.key"
        guard let text = try AtomicFile(path: certificate).read() else { throw missing(certificate) }
        try checkRights(key)
        guard var bytes = try AtomicFile(path: key).read() else { throw missing(key) }
        return try CertificateAuthority(
            certificate: Certificate(pem: String(decoding: text, as: UTF8.self)),
            key: PrivateKey(pem: SecretBytes(consuming: &bytes)))
    }

    private static func checkRights(_ path: String) throws(BeaconBusError) {
        var status = stat()
        guard lstat(path, &status) == 0 else { throw missing(path) }
        let mode = String(status.st_mode & 0o777, radix: 8)
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 == 0, status.st_uid == geteuid() else {
            throw BeaconBusError(
                .keyPermissions, "The authority's key is not safe",
                reason: "\(path) has mode \(mode) and owner \(status.st_uid), this is user \(geteuid())",
                suggestion: "chown \(geteuid()) \(path) && chmod 600 \(path)", retryable: false)
        }
    }

    private static func missing(_ path: String) -> BeaconBusError {
        BeaconBusError(
            .certificateInvalid, "The site has no authority yet", reason: "\(path) is not there",
            suggestion: "Make one: beaconctl site init.")
    }
}
