internal import CLinux
internal import Glibc

/// Tells systemd about this process through the datagram socket in `NOTIFY_SOCKET` (sd_notify(3)). Without one it does nothing.
public struct SystemdNotifier: Sendable {
    /// A path, or an abstract name that begins with `@`.
    public let socket: String?
    /// How often the watchdog wants to hear of us; nil = no watchdog.
    public let watchdogInterval: Duration?

    /// - Parameters:
    ///   - environment: `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID` are read.
    ///   - processID: a watchdog meant for another process is ignored; nil = the own one.
    public init(environment: [String: String], processID: Int32? = nil) {
        let processID = processID ?? getpid()
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
        let meantForUs = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let interval = environment["WATCHDOG_USEC"].flatMap { Int64($0) }
        watchdogInterval = meantForUs ? interval.flatMap { $0 > 0 ? .microseconds($0) : nil } : nil
    }

    /// All is up. `status` is one line for `systemctl status`.
    public func ready(status: String) { send("READY=1\nSTATUS=\(Self.line(status))") }

    /// The end has begun.
    public func stopping() { send("STOPPING=1\nSTATUS=stopping") }

    /// One line for `systemctl status`.
    public func status(_ text: String) { send("STATUS=\(Self.line(text))") }

    /// Still alive.
    public func watchdog() { send("WATCHDOG=1") }

    private static func line(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }

    private func send(_ text: String) {
        guard let socket else { return }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var path = Array(socket.utf8)
        guard path.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        // A leading @ stands for the zero byte of an abstract name.
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var text = text
        text.withUTF8 { bytes in
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = sendto(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL), address, length)
                }
            }
        }
    }
}
