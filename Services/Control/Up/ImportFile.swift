import Glibc
import ServiceKit

/// A file read piece by piece; `-` is standard input.
final class ImportFile {
    /// Bytes read so far.
    private(set) var read = 0
    /// In bytes; nil where it cannot be told.
    let size: Int?
    private let path: String
    private let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 65536)

    init(_ path: String) throws {
        self.path = path
        descriptor = path == "-" ? dup(0) : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure("The file \(path) cannot be opened: \(SystemError.text(errno)).", code: .noInput)
        }
        var status = stat()
        let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isFile ? Int(status.st_size) : nil
    }

    deinit { close(descriptor) }

    /// The next piece; empty at the end.
    func next() throws -> [UInt8] {
        while true {
            let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw CommandFailure("The file \(path) cannot be read: \(SystemError.text(errno)).", code: .ioError)
            }
            read += count
            return Array(buffer[..<count])
        }
    }
}
