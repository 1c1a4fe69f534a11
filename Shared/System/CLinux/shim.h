#pragma once

// What the Glibc module leaves out. No _GNU_SOURCE here: it changes the layout of types
// that Swift's own Glibc module has already imported.

#include <pthread.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/wait.h>
#include <sys/xattr.h>

/// `prctl` is variadic, which Swift does not import. Names the calling thread; 15 bytes count.
static inline void beaconbus_name_thread(const char *name) {
    prctl(PR_SET_NAME, (unsigned long)name, 0UL, 0UL, 0UL);
}

/// The environment; Swift refuses the mutable global itself.
static inline char **beaconbus_environment(void) {
    extern char **environ;
    return environ;
}

/// Whether a time service disciplines the kernel's clock; false where the kernel does not say.
static inline int beaconbus_clock_is_synchronised(void) {
    struct timex state = {0};
    return adjtimex(&state) >= 0 && !(state.status & STA_UNSYNC);
}

/// Declared by `<spawn.h>` only with _GNU_SOURCE. The child keeps no descriptor from `from` on.
static inline int beaconbus_spawn_close_from(posix_spawn_file_actions_t *actions, int from) {
    extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

/// A pipe whose ends no child inherits by accident; `pipe2` itself is hidden without _GNU_SOURCE.
static inline int beaconbus_pipe(int *ends) {
    extern int pipe2(int ends[2], int flags);
    return pipe2(ends, 02000000 /* O_CLOEXEC */);
}

/// A descriptor that means one process for as long as it is open, whoever gets its number afterwards. Declared by newer
/// C libraries only, and `syscall` is variadic.
static inline int beaconbus_pidfd_open(pid_t process) {
    extern long syscall(long number, ...);
    return (int)syscall(434 /* pidfd_open, the same on every architecture */, process, 0);
}

/// Sends a signal to that process; fails with ESRCH once it has gone.
static inline int beaconbus_pidfd_send_signal(int descriptor, int signal) {
    extern long syscall(long number, ...);
    return (int)syscall(424 /* pidfd_send_signal, the same on every architecture */, descriptor, signal, (void *)0, 0);
}
