internal import COpenSSL
internal import Schema

/// What the TLS layer of one connection has told: the alerts, which libmosquitto flattens to "protocol error", and the
/// own certificate's time. Written by OpenSSL's callback on the thread that works on the connection.
struct TLSWitness {
    /// The number of the last fatal alert the broker sent (RFC 8446 §6.2).
    private(set) var received: Int32?
    /// The number of the last fatal alert sent to it, and what was wrong with its certificate then.
    private(set) var sent: Int32?
    private(set) var verification: Int32 = X509_V_OK
    private(set) var isComplete = false
    private(set) var certificate: CertificateValidity?

    /// Has `context` told what happens on the connections made with a TLS context.
    static func attend(_ settings: OpaquePointer, for context: MosquittoContext) {
        // Index 0 is the application's own.
        SSL_CTX_set_ex_data(settings, 0, Unmanaged.passUnretained(context).toOpaque())
        SSL_CTX_set_info_callback(settings) { connection, place, value in
            guard let connection, let owner = SSL_CTX_get_ex_data(SSL_get_SSL_CTX(connection), 0) else { return }
            MosquittoContext.of(owner)?.tls.note(connection, place, value)
        }
    }

    private mutating func note(_ connection: OpaquePointer, _ place: Int32, _ value: Int32) {
        switch place {
        case SSL_CB_HANDSHAKE_DONE:
            isComplete = true
            certificate = SSL_get_certificate(connection).flatMap { TLSFiles.validity($0) }
        case SSL_CB_READ_ALERT:
            if let alert = Self.fatal(value) { received = alert }
        case SSL_CB_WRITE_ALERT:
            guard let alert = Self.fatal(value) else { return }
            sent = alert
            verification = Int32(truncatingIfNeeded: SSL_get_verify_result(connection))
        default: break
        }
    }

    /// The number of an alert that ends a connection; a goodbye and a cancelled handshake are none.
    private static func fatal(_ value: Int32) -> Int32? {
        let number = value & 0xff
        return number == 0 || number == 90 ? nil : number
    }

    var verificationText: String { String(cString: X509_verify_cert_error_string(Int(verification))) }
}
