/// A UriBeacon frame, the forerunner of Eddystone-URL (service data UUID 0xfed8). A borrowed view.
public struct UriBeacon {
    /// Bit 0: the beacon wants to be shown less prominently.
    public var flags: UInt8
    /// Transmit power at 0 m in dBm.
    public var powerAtZero: Int8
    /// The web address, compressed.
    public var url: CompressedURL
}
