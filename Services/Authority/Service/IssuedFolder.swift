import Glibc
import Identity
import Schema
import Store

/// The folder in which certificates wait that others have made with the site's authority.
struct IssuedFolder: Sendable {
    let path: String

    /// The names of the files in it that may be certificates, in order, at most `limit`.
    func names(limit: Int) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // What is being written has another ending.
            if name.hasSuffix(".pem"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// The certificate in a file.
    func certificate(_ name: String) throws(BeaconBusError) -> Certificate {
        guard let bytes = try AtomicFile(path: "\(path)/\(name)").read(limit: 65_536) else {
            throw .noSuch("\(path)/\(name)", "Nothing is to be done.")
        }
        return try Certificate(pem: String(decoding: bytes, as: UTF8.self))
    }

    func remove(_ name: String) {
        unlink("\(path)/\(name)")
    }
}
