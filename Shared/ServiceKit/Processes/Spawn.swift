internal import CLinux
internal import Glibc

/// Starting a program with posix_spawn.
public enum Spawn {
    /// What `errno` said.
    public struct Failure: Error {
        /// The number.
        public let number: Int32
    }

    /// Starts `command` (a path and arguments) in a process group of its own, with default signals and no input.
    /// - Parameters:
    ///   - output: where standard output goes, and standard error too unless `discardsErrors`.
    ///   - environment: all of its variables, as `NAME=value`; nil = those of this process.
    public static func run(
        _ command: [String], output: Int32, discardsErrors: Bool = false, environment: [String]? = nil
    ) -> Result<Int32, Failure> {
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
        if discardsErrors {
            posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        } else {
            posix_spawn_file_actions_adddup2(&actions, output, 2)
        }
        // Libraries do not always open their sockets so that children do without them.
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
        var words: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) } + [nil]
        defer { for text in words + variables { free(text) } }
        guard let path = words.first, let path else { return .failure(Failure(number: EINVAL)) }
        var pid: pid_t = 0
        let code =
            environment == nil
            ? posix_spawn(&pid, path, &actions, &attributes, &words, beaconbus_environment())
            : posix_spawn(&pid, path, &actions, &attributes, &words, &variables)
        return code == 0 ? .success(pid) : .failure(Failure(number: code))
    }
}

extension Spawn {
    /// Runs a short helper to its end and returns its exit code; its output is thrown away. Blocks.
    public static func wait(_ command: [String]) -> Int32? {
        let sink = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard sink >= 0 else { return nil }
        defer { close(sink) }
        guard case .success(let pid) = run(command, output: sink) else { return nil }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        return status & 0x7f == 0 ? (status >> 8) & 0xff : nil
    }
}
