import CLinux
import Glibc
import Schema
import ServiceKit
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
        guard beaconbus_pipe(&ends) == 0 else { throw failure("no pipe: \(SystemError.text(errno))") }
        defer { close(ends[0]) }
        let started = Spawn.run(words, output: ends[1], discardsErrors: true, environment: environment)
        close(ends[1])
        let pid: pid_t
        switch started {
        case .success(let number): pid = number
        case .failure(let cause): throw failure("it cannot be started: \(SystemError.text(cause.number))")
        }
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

    private func failure(_ reason: String) -> BeaconBusError {
        BeaconBusError(
            .tokenMissing, "The token command gave no token.", reason: "\(words.first ?? "(none)"): \(reason)",
            suggestion: "Run it by hand as the user of this service; see lifecycle.token.command.")
    }
}
