internal import Glibc

/// Standard output and error through write(2).
public struct StandardStream: Sendable {
    public static let output = StandardStream(descriptor: 1)
    public static let error = StandardStream(descriptor: 2)

    let descriptor: Int32

    /// Whether a person sees it.
    public var isTerminal: Bool { isatty(descriptor) == 1 }

    /// Writes all of it, in one call where the system takes it.
    /// - Returns: whether it went out; false once nobody reads any more.
    @discardableResult
    public func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes bytes as they are.
    @discardableResult
    public func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { write($0) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count < 0 {
                if errno == EINTR { continue }
                if errno == EAGAIN {
                    var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    _ = Glibc.poll(&poll, 1, 1000)
                    continue
                }
                return false
            }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
