import Glibc

/// Lines of a file descriptor, read in pieces; a line longer than allowed is cut to one byte more than that, so that
/// memory stays bounded and whoever reads it notices.
struct LineReader {
    private let descriptor: Int32
    private let longest: Int
    private var buffer: [UInt8] = []
    private var start = 0
    private var isAtEnd = false

    init(descriptor: Int32, longest: Int) {
        self.descriptor = descriptor
        self.longest = longest
    }

    /// The next line without its line feed; nil at the end. `flush` is called before it has to wait for input.
    mutating func next(flush: () -> Void) -> [UInt8]? {
        var line: [UInt8] = []
        while true {
            let rest = buffer[start...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let piece = rest[..<(end ?? rest.endIndex)]
            line.append(contentsOf: piece.prefix(longest + 1 - line.count))
            start = end.map { $0 + 1 } ?? buffer.endIndex
            if end != nil { return line }
            let hadBytes = !line.isEmpty
            guard !isAtEnd, fill(flush) else { return hadBytes ? line : nil }
        }
    }

    /// False at the end of the input, or when it cannot be read any more.
    private mutating func fill(_ flush: () -> Void) -> Bool {
        flush()
        start = 0
        while true {
            var count = 0
            buffer = [UInt8](unsafeUninitializedCapacity: 65_536) { space, used in
                count = read(descriptor, space.baseAddress, 65_536)
                used = max(count, 0)
            }
            if count < 0 && errno == EINTR { continue }
            isAtEnd = count <= 0
            return count > 0
        }
    }
}
