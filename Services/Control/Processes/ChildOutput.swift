import Glibc

/// Reads lines from a descriptor.
enum ChildOutput {
    static let limit = 16384

    /// Calls `line` for each line until the end; longer ones come in pieces. Blocks.
    static func read(_ descriptor: Int32, _ line: (String) -> Void) {
        var pending: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            for byte in buffer[..<count] {
                if byte == 0x0a {
                    line(String(decoding: pending, as: UTF8.self))
                    pending.removeAll(keepingCapacity: true)
                } else if pending.count == limit {
                    line(String(decoding: pending, as: UTF8.self))
                    pending = [byte]
                } else {
                    pending.append(byte)
                }
            }
        }
        if !pending.isEmpty { line(String(decoding: pending, as: UTF8.self)) }
    }
}
