/// One block of a PEM text (RFC 7468).
struct PEMBlock {
    /// What stands after BEGIN, e.g. "CERTIFICATE".
    let label: String
    /// The content.
    let der: [UInt8]
}
