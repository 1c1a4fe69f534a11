import Glibc

/// strace, which makes system calls fail.
enum Tracer {
    static let path = "/usr/bin/strace"
    static var isInstalled: Bool { access(path, X_OK) == 0 }
}
