import CLinux
import Glibc

/// Starting a program with posix_spawn.
enum Spawn {
    /// What `errno` said.
    struct Failure: Error {
        let number: Int32
    }

    /// Starts `command` (a path and arguments) in a process group of its own, with default signals, no input, and
    /// both outputs going to `output`.
    static func run(_ command: [String], output: Int32) -> Result<pid_t, Failure> {
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
        posix_spawn_file_actions_adddup2(&actions, output, 2)
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
        defer { for word in words { free(word) } }
        guard let path = words.first, let path else { return .failure(Failure(number: EINVAL)) }
        var pid: pid_t = 0
        let code = posix_spawn(&pid, path, &actions, &attributes, &words, beaconbus_environment())
        return code == 0 ? .success(pid) : .failure(Failure(number: code))
    }
}

extension Spawn {
    /// Runs a short helper to its end and returns its exit code; its output is thrown away. Blocks.
    static func wait(_ command: [String]) -> Int32? {
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
