import Glibc
import Identity
import ServiceKit
import Store

/// A file that is made before something is asked for that comes only once: so it cannot fail to be written for want of rights
/// or a place. Removed again unless it was filled.
final class NewFile {
    /// Where it lies.
    let path: String
    private var isFilled = false

    /// Makes it, for its owner only.
    ///
    /// - Throws: a failure where there is one already, or it cannot be made.
    init(_ path: String) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            guard errno == EEXIST else {
                throw CommandFailure("\(path) cannot be made: \(SystemError.text(errno)).", code: .cannotCreate)
            }
            throw CommandFailure("\(path) is there already. Move it away, or choose another name.", code: .cannotCreate)
        }
        close(descriptor)
        self.path = path
    }

    deinit {
        if !isFilled { unlink(path) }
    }

    /// Writes its content, synchronised.
    func fill(_ content: SecretBytes, mode: UInt32 = 0o600) throws {
        try AtomicFile(path: path).write(content.bytes, mode: mode)
        isFilled = true
    }
}
