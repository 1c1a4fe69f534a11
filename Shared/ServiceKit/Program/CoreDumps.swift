internal import Glibc

/// Memory that holds keys and tokens must not end up in a file when a process crashes (D13).
enum CoreDumps {
    /// Sets the greatest size of a core dump to 0, for this process and its children; it cannot be raised again without
    /// privileges.
    static func forbid() {
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
