import Glibc
import Identity
import ServiceKit

/// Where secrets of a command come from and go to: files for their owner only, standard input and output; never its words.
enum SecretFile {
    /// Reads one from a file that nobody else may read, or from standard input where the path is `-`. The new line at its
    /// end is dropped.
    static func read(_ path: String, limit: Int = 16_384) throws -> SecretBytes {
        guard path == "-" else {
            var bytes = try Secret(file: path).bytes
            guard bytes.count <= limit else { throw tooLarge(path, limit) }
            return SecretBytes(consuming: &bytes)
        }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while bytes.count <= limit {
            let count = Glibc.read(0, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        guard bytes.count <= limit else { throw tooLarge("Standard input", limit) }
        if bytes.last == 0x0a { bytes.removeLast() }
        if bytes.last == 0x0d { bytes.removeLast() }
        guard !bytes.isEmpty else { throw CommandFailure("Standard input is empty.", code: .dataError) }
        return SecretBytes(consuming: &bytes)
    }

    /// The same as text.
    static func readText(_ path: String) throws -> String {
        try String(decoding: read(path).bytes, as: UTF8.self)
    }

    private static func tooLarge(_ name: String, _ limit: Int) -> CommandFailure {
        CommandFailure("\(name) is larger than \(limit) bytes.", code: .dataError)
    }
}
