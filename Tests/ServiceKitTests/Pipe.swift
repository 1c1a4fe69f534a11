import Glibc

@testable import ServiceKit

/// Catches what is written to a stream; holds at most what a pipe holds (64 KiB).
struct Pipe {
    private let reading: Int32
    let stream: StandardStream

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw CancellationError() }
        reading = ends[0]
        stream = StandardStream(descriptor: ends[1])
    }

    /// Closes the pipe and returns all that was written.
    func finish() -> String {
        close(stream.descriptor)
        defer { close(reading) }
        var bytes = [UInt8](repeating: 0, count: 65536)
        var text: [UInt8] = []
        while true {
            let count = read(reading, &bytes, bytes.count)
            guard count > 0 else { return String(decoding: text, as: UTF8.self) }
            text += bytes[..<count]
        }
    }
}
