import CLinux
import Glibc
import Schema
import Synchronization

/// A token that a command prints, for a node nobody watches (H25): the first line of its output.
///
/// It runs without a shell, in a process group of its own, with a small environment and no input; what it says on
/// standard error is thrown away, because it may hold what must not get into a log (D13). When it has ended, or its
/// time is over, whatever is left of its group is killed.
final class TokenCommand: Sendable {
    /// Program and arguments.
    let words: [String]
    /// How long it may take.
    let limit: Duration
    private let environment: [String]
    private let isCancelled = Atomic(false)

    /// - Parameter variables: told to the command besides PATH and LANG.
    init(_ words: [String], limit: Duration, variables: [(String, String)]) {
        self.words = words
        self.limit = limit
        environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"] + variables.map { "\($0.0)=\($0.1)" }
    }

    /// Nobody wants the token any more: the command is killed.
    func cancel() {
        isCancelled.store(true, ordering: .releasing)
    }

    /// Runs it to its end; blocks. Nil = it printed no token. Throws `tokenMissing`, `tokenTimeout`, `tokenInvalid`.
    func run() throws(BeaconBusError) -> AccessToken? {
        var ends: [Int32] = [-1, -1]
        guard beaconbus_pipe(&ends) == 0 else { throw failure("no pipe: \(Self.text(errno))") }
        defer { close(ends[0]) }
        let started = spawn(output: ends[1])
        close(ends[1])
        let pid = try started.get()
        var ending: Ending
        var output: [UInt8] = []
        do {
            defer { Self.end(pid) }
            ending = collect(pid, ends[0], &output)
        }
        switch ending {
        case .exited(0): return try AccessToken.firstLine(of: output, from: "the command \(words[0])")
        case .exited(let code): throw failure("it ended with code \(code)")
        case .killed(let signal): throw failure("signal \(signal) ended it")
        case .late:
            throw BeaconBusError(
                .tokenTimeout, "The token command did not end in time.",
                reason: "\(words[0]) ran longer than \(limit)", suggestion: "See lifecycle.token.command.")
        case .cancelled:
            throw BeaconBusError(
                .startSuperseded, reason: "the start that wanted the token is over", suggestion: "Start the node again."
            )
        }
    }

    private enum Ending {
        case exited(Int32)
        case killed(Int32)
        case late
        case cancelled
    }

    /// Reads until it has ended; beyond a token's length output is read and forgotten.
    private func collect(_ pid: pid_t, _ descriptor: Int32, _ output: inout [UInt8]) -> Ending {
        let end = Instant.now() + limit
        var isOpen = fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
        while true {
            if let ending = Self.ended(pid) {
                if isOpen { _ = Self.drain(descriptor, &output) }
                return ending
            }
            if isCancelled.load(ordering: .acquiring) { return .cancelled }
            guard Instant.now() < end else { return .late }
            guard isOpen else {
                usleep(5_000)
                continue
            }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if poll(&polled, 1, 5) > 0 { isOpen = Self.drain(descriptor, &output) }
        }
    }

    /// False once the other end is closed.
    private static func drain(_ descriptor: Int32, _ output: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count < 0 && errno == EAGAIN }
            output += chunk.prefix(min(count, max(0, AccessToken.greatestLength + 2 - output.count)))
        }
    }

    /// How it ended; it stays a zombie, so that its group's name is not given away before the group is killed.
    private static func ended(_ pid: pid_t) -> Ending? {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0, info.si_signo != 0 else { return nil }
        let status = info._sifields._sigchld.si_status
        return info.si_code == CLD_EXITED ? .exited(status) : .killed(status)
    }

    private static func end(_ pid: pid_t) {
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }

    private func spawn(output: Int32) -> Result<pid_t, BeaconBusError> {
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        beaconbus_spawn_close_from(&actions, 3)
        var none = sigset_t()
        var all = sigset_t()
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        guard let path = arguments[0] else { return .failure(failure("it names no program")) }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, &arguments, &variables)
        return code == 0 ? .success(pid) : .failure(failure("it cannot be started: \(Self.text(code))"))
    }

    private func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .tokenMissing, "The token command gave no token.", reason: "\(words.first ?? "(none)"): \(reason)",
            suggestion: "Run it by hand as the user of this service; see lifecycle.token.command.")
    }

    private static func text(_ code: Int32) -> String { String(cString: strerror(code)) }
}
