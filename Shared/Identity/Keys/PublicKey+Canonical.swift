internal import COpenSSL

extension PublicKey {
    /// The key in the one form that OpenSSL itself writes: two texts of one key, also with the odd parameters that are
    /// passed over for RSA, have the same.
    public var canonical: PublicKey {
        guard let key = OpenSSLBytes.read(der, { d2i_PUBKEY(nil, $0, $1) }, release: EVP_PKEY_free) else { return self }
        defer { EVP_PKEY_free(key) }
        return (try? PublicKey(key: key)) ?? self
    }
}
