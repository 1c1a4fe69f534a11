internal import COpenSSL
internal import Glibc

/// One accepted connection, plain or with TLS. Confined to its thread.
final class WebChannel {
    let socket: Int32
    private let tls: OpaquePointer?

    /// Nil if the handshake fails.
    init?(socket: Int32, context: OpaquePointer?) {
        self.socket = socket
        guard let context else {
            tls = nil
            return
        }
        let tls = SSL_new(context)
        self.tls = tls
        SSL_set_fd(tls, socket)
        guard SSL_accept(tls) == 1 else { return nil }
    }

    deinit {
        SSL_free(tls)
        Glibc.close(socket)
    }

    /// What has come, at most `limit` bytes; nil at the end or when nothing comes within a quarter of a second.
    func read(_ limit: Int, while isOpen: () -> Bool) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: limit)
        while isOpen() {
            if tls == nil || SSL_pending(tls) == 0 {
                var polled = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                guard poll(&polled, 1, 50) > 0 else { continue }
            }
            let count = tls == nil ? recv(socket, &buffer, limit, 0) : Int(SSL_read(tls, &buffer, Int32(limit)))
            return count > 0 ? Array(buffer[..<count]) : nil
        }
        return nil
    }

    /// False if the peer has gone.
    func write(_ bytes: [UInt8]) -> Bool {
        if bytes.isEmpty { return true }
        if let tls { return SSL_write(tls, bytes, Int32(bytes.count)) > 0 }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                send(socket, buffer.baseAddress.map { $0 + written }, bytes.count - written, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// Says goodbye where TLS has a word for it.
    func shutdown() {
        if let tls { SSL_shutdown(tls) }
    }

    /// The close that follows sends a RST.
    func reset() {
        var linger = Glibc.linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    }
}
