internal import Glibc

/// Words for `errno`.
public enum SystemError {
    /// Such as `No such file or directory`.
    public static func text(_ code: Int32) -> String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            buffer.initialize(repeating: 0)
            guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
                return "error \(code)"
            }
            return String(cString: start)
        }
    }
}
