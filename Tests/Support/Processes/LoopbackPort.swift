internal import Glibc
internal import Synchronization

/// Ports on the loopback interface.
public enum LoopbackPort {
    /// The next port to try. Below the range from which the kernel takes ports for outgoing connections (32,768 upwards),
    /// where another test's client could get it before the server that it is meant for listens.
    private static let next = Mutex(UInt16.random(in: range))
    private static let range: Range<UInt16> = 10_000..<32_000

    /// A port nobody listens on at the moment; in this process each is given once, until all were.
    public static func free() -> UInt16 {
        for _ in range {
            let port = next.withLock { next in
                next = next + 1 < range.upperBound ? next + 1 : range.lowerBound
                return next
            }
            if let descriptor = bound(port) {
                close(descriptor)
                return port
            }
        }
        preconditionFailure("no free loopback port")
    }

    /// Whether something accepts connections there.
    public static func answers(_ port: UInt16) -> Bool {
        let descriptor = connect(port)
        guard let descriptor else { return false }
        close(descriptor)
        return true
    }

    /// A connected socket; nil if refused.
    public static func connect(_ port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = LoopbackPort.address(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    /// A listening socket.
    static func listen(_ port: UInt16) -> Int32? {
        guard let descriptor = bound(port) else { return nil }
        guard Glibc.listen(descriptor, 16) == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func bound(_ port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, 4)
        var address = LoopbackPort.address(port)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        return address
    }
}
