import Adapters
import CLinux
import Glibc
import Schema
import ServiceKit

/// A TCP connection or serial line that never blocks. Closed with the object.
final class ByteStream {
    let descriptor: Int32
    private let place: StreamPlace

    /// Begins to connect, or opens the line: raw, eight bits, hardware flow control.
    init(_ place: StreamPlace) throws(BeaconBusError) {
        self.place = place
        descriptor =
            switch place {
            case .tcp(let host, let port): try Self.connect(host, port)
            case .serial(let path, let speed): try Self.open(path, speed)
            }
    }

    deinit { close(descriptor) }

    /// Whether bytes can be written; throws where the connection was refused.
    func isReady() throws(BeaconBusError) -> Bool {
        var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&polled, 1, 0) > 0 else { return false }
        guard case .tcp(let host, let port) = place else { return true }
        var code: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
        guard code == 0 else { throw Self.unreachable(host, port, code) }
        return polled.revents & Int16(POLLOUT) != 0
    }

    /// Reads what is there; 0 if nothing is. Throws at the stream's end.
    func read(_ space: UnsafeMutableRawBufferPointer) throws(BeaconBusError) -> Int {
        let count = Glibc.read(descriptor, space.baseAddress, space.count)
        if count > 0 { return count }
        if count < 0, errno == EAGAIN || errno == EINTR { return 0 }
        let reason = count == 0 ? "it was closed by the other side" : SystemError.text(errno)
        throw BeaconBusError(
            .adapterMissing, reason: "the connection to the controller is lost: \(reason)",
            suggestion: "Look at cable and power, and whether the controller's server runs.")
    }

    /// Writes what the stream takes now; how many bytes that was.
    func write(_ bytes: ArraySlice<UInt8>) -> Int {
        let count = bytes.withUnsafeBytes {
            if case .tcp = place {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            } else {
                Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
        }
        return max(count, 0)
    }

    private static func connect(_ host: String, _ port: UInt16) throws(BeaconBusError) -> Int32 {
        // A name would have to be asked for, which blocks: only addresses are taken.
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let name = host == "localhost" ? "127.0.0.1" : host
        guard getaddrinfo(name, String(port), &hints, &list) == 0, let found = list else {
            throw BeaconBusError(
                .configurationInvalid, reason: "\(quoted(host)) is not an IP address",
                suggestion: "Give the controller's IP address, e.g. h4:127.0.0.1:6402.")
        }
        defer { freeaddrinfo(list) }
        let descriptor = socket(
            found.pointee.ai_family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw unreachable(host, port, errno) }
        var yes: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_KEEPALIVE, &yes, socklen_t(MemoryLayout<Int32>.size))
        let result = Glibc.connect(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen)
        guard result == 0 || errno == EINPROGRESS else {
            let code = errno
            close(descriptor)
            throw unreachable(host, port, code)
        }
        return descriptor
    }

    private static func open(_ path: String, _ speed: Int) throws(BeaconBusError) -> Int32 {
        let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            throw BeaconBusError(
                code == EBUSY ? .adapterBusy : code == EACCES ? .capabilityMissing : .adapterMissing,
                reason: "\(path) cannot be opened: \(SystemError.text(code))",
                suggestion: code == EACCES
                    ? "Give the scanner's user the right to the line (usually the group dialout)."
                    : "Look whether the controller is plugged in, and at the line's name.")
        }
        var line = termios()
        guard let constant = SerialSpeed.all.first(where: { $0.bits == speed })?.constant,
            tcgetattr(descriptor, &line) == 0
        else {
            close(descriptor)
            throw BeaconBusError(
                .adapterUnsupported, reason: "\(path) is no serial line",
                suggestion: "Give the device of the controller's serial line, e.g. h4:/dev/ttyUSB0@115200.")
        }
        cfmakeraw(&line)
        line.c_cflag |= tcflag_t(CLOCAL) | tcflag_t(CREAD) | tcflag_t(CRTSCTS)
        cfsetspeed(&line, constant)
        tcsetattr(descriptor, TCSANOW, &line)
        tcflush(descriptor, TCIOFLUSH)
        return descriptor
    }

    private static func unreachable(_ host: String, _ port: UInt16, _ code: Int32) -> BeaconBusError {
        BeaconBusError(
            .adapterMissing, reason: "\(host):\(port) cannot be reached: \(SystemError.text(code))",
            suggestion: "Start the controller's server, or give another address.")
    }
}
