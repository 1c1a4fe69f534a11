internal import Glibc

/// Which instance of a service this is, for people who find two.
public enum Instance {
    /// The host's name and the process id, e.g. `edge-1/4711`.
    public static var text: String {
        var bytes = [CChar](repeating: 0, count: 65)
        let isKnown = gethostname(&bytes, bytes.count - 1) == 0
        let host =
            isKnown ? String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) : "unknown"
        return "\(host)/\(getpid())"
    }
}
