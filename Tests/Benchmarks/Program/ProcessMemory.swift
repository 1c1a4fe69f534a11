import Glibc

/// What this process takes.
enum ProcessMemory {
    /// Resident bytes; 0 where the system does not tell.
    static func resident() -> Int {
        var text = [UInt8](repeating: 0, count: 128)
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let count = read(file, &text, text.count)
        let fields = text.prefix(max(count, 0)).split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
