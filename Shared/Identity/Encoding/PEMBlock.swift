internal import COpenSSL

/// One block of a PEM text (RFC 7468).
struct PEMBlock {
    /// What stands after BEGIN, e.g. "CERTIFICATE".
    let label: String
    /// The content.
    private(set) var der: [UInt8]

    init(label: String, der: [UInt8]) {
        self.label = label
        self.der = der
    }

    /// Overwrites the content: for a private key's, once it was read.
    mutating func cleanse() {
        der.withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
    }
}
