internal import COpenSSL
internal import Glibc
internal import Schema

/// The TLS settings of one connection, set up here and not by libmosquitto: its own check of the broker's name takes
/// wildcards it should not (2.0.11), it flattens alerts to "protocol error", and it names no file it cannot use.
enum TLSContext {
    /// A context that trusts the given authorities only, shows the own certificate, demands the broker's name and tells
    /// `context` what happens. The caller frees it.
    static func make(
        _ files: TLSConfiguration, host: String, _ context: MosquittoContext
    ) throws(BeaconBusError) -> OpaquePointer {
        try TLSFiles.check(files)
        guard let method = TLS_client_method(), let made = SSL_CTX_new(method) else {
            throw unusable("TLS", "a context cannot be made")
        }
        ERR_clear_error()
        defer { ERR_clear_error() }
        do throws(BeaconBusError) {
            try setUp(made, files)
            try expect(host, made)
        } catch {
            SSL_CTX_free(made)
            throw error
        }
        TLSWitness.attend(made, for: context)
        return made
    }

    private static func setUp(_ made: OpaquePointer, _ files: TLSConfiguration) throws(BeaconBusError) {
        let least = files.minimumVersion == .tls13 ? TLS1_3_VERSION : TLS1_2_VERSION
        SSL_CTX_ctrl(made, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(least), nil)
        SSL_CTX_set_default_passwd_cb(made, noPassphrase)
        guard SSL_CTX_load_verify_locations(made, files.authorityFile, nil) == 1 else {
            throw unusable(files.authorityFile, "it holds no certificate of an authority")
        }
        if let certificate = files.certificateFile,
            SSL_CTX_use_certificate_chain_file(made, certificate) != 1
        {
            throw unusable(certificate, "it holds no certificate")
        }
        if let key = files.keyFile {
            guard SSL_CTX_use_PrivateKey_file(made, key, SSL_FILETYPE_PEM) == 1 else {
                throw unusable(
                    key, isMismatch ? "it does not belong to the certificate" : "it holds no unencrypted key")
            }
            guard SSL_CTX_check_private_key(made) == 1 else {
                throw unusable(key, "it does not belong to the certificate")
            }
        }
        SSL_CTX_set_verify(made, SSL_VERIFY_PEER, nil)
        // One buffer in sight of few services: memory counts more than a system call.
        SSL_CTX_ctrl(made, SSL_CTRL_MODE, Int(SSL_MODE_RELEASE_BUFFERS), nil)
    }

    /// The broker's certificate must be for this name or address.
    private static func expect(_ host: String, _ made: OpaquePointer) throws(BeaconBusError) {
        let parameters = SSL_CTX_get0_param(made)
        X509_VERIFY_PARAM_set_hostflags(parameters, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS))
        guard
            X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1
                || X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1
        else { throw unusable("TLS", "\(host) is no name a certificate could have") }
    }

    private static var isMismatch: Bool {
        let code = ERR_peek_last_error()
        return Int32(code & 0x7f_ffff) == X509_R_KEY_VALUES_MISMATCH
            || Int32(code & 0x7f_ffff) == X509_R_KEY_TYPE_MISMATCH
    }

    private static func unusable(_ file: String, _ reason: String) -> BeaconBusError {
        BeaconBusError(
            .certificateInvalid, "A TLS file cannot be used", reason: "\(file): \(reason)",
            suggestion: "Put a PEM certificate with its chain, its key and its authority into these files.",
            retryable: true)
    }
}
