/// Where a controller on a byte stream is.
public enum StreamPlace: Sendable, Hashable {
    /// An IP address, or `localhost`.
    case tcp(host: String, port: UInt16)
    /// A serial line and its speed, bit/s.
    case serial(path: String, speed: Int)
}
