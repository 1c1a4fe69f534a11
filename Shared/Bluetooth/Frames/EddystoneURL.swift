/// An Eddystone-URL frame. A borrowed view.
public struct EddystoneURL {
    /// Transmit power at 0 m in dBm.
    public var powerAtZero: Int8
    /// The web address, compressed.
    public var url: CompressedURL
}
