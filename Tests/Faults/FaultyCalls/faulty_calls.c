// Preloaded into a program, it counts the program's calls on files below one folder, and at the Nth of them ends the
// process as a power cut would, tears a write in two, or has the call fail.
//
// FAULT_FOLDER   only calls on paths below it count
// FAULT_AT       which call; 0 or absent = none
// FAULT_ERROR    absent = SIGKILL before the call; a number = the call fails with that errno
// FAULT_TEAR     with SIGKILL: half of a write is done before
// FAULT_FROM     with an errno: that call and all later ones that change something fail
// FAULT_LOG      one line for each call that counts
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FILES 1024

static const char *folder;
static long at;
static int failure;
static int tears, from, logfile = -1;
static atomic_long count;
static char names[FILES][256];

__attribute__((constructor)) static void begin(void) {
    folder = getenv("FAULT_FOLDER");
    const char *text = getenv("FAULT_AT");
    at = text ? atol(text) : 0;
    text = getenv("FAULT_ERROR");
    failure = text ? atoi(text) : 0;
    tears = getenv("FAULT_TEAR") != NULL;
    from = getenv("FAULT_FROM") != NULL;
    text = getenv("FAULT_LOG");
    if (text) logfile = (int)syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int counts(const char *path) {
    size_t length = folder ? strlen(folder) : 0;
    return length && path && strncmp(path, folder, length) == 0;
}

static void die(void) {
    syscall(SYS_kill, getpid(), SIGKILL);
    for (;;) pause();
}

// Counts a call; 1 = it has to fail, errno is set.
static int step(const char *call, const char *path, int changes) {
    long number = atomic_fetch_add(&count, 1) + 1;
    if (logfile >= 0) {
        char line[512];
        int length = snprintf(line, sizeof line, "%ld %s %s\n", number, call, path);
        if (length > 0) syscall(SYS_write, logfile, line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
    }
    if (!at) return 0;
    if (!failure) {
        if (number == at && !tears) die();
        return 0;
    }
    if (number == at || (from && number > at && changes)) {
        errno = failure;
        return 1;
    }
    return 0;
}

static const char *named(int descriptor) {
    return descriptor >= 0 && descriptor < FILES && names[descriptor][0] ? names[descriptor] : NULL;
}

static int note(int descriptor, const char *path) {
    if (descriptor >= 0 && descriptor < FILES) snprintf(names[descriptor], sizeof names[0], "%s", path);
    return descriptor;
}

#define REAL(result, name, ...) \
    static result (*real)(__VA_ARGS__); \
    if (!real) real = (result (*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

static int opened(const char *path, int flags, mode_t mode) {
    if (!counts(path)) return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (step(flags & (O_WRONLY | O_RDWR) ? "open-write" : "open-read", path, (flags & O_CREAT) != 0)) return -1;
    return note((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), path);
}

#define OPEN(name) \
    int name(const char *path, int flags, ...) { \
        va_list rest; \
        va_start(rest, flags); \
        mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest); \
        return opened(path, flags, mode); \
    }
OPEN(open)
OPEN(open64)

int close(int descriptor) {
    REAL(int, "close", int);
    if (descriptor >= 0 && descriptor < FILES) names[descriptor][0] = 0;
    return real(descriptor);
}

ssize_t write(int descriptor, const void *bytes, size_t length) {
    const char *path = named(descriptor);
    if (path) {
        if (step("write", path, 1)) return -1;
        if (tears && atomic_load(&count) == at) {
            syscall(SYS_write, descriptor, bytes, length / 2);
            die();
        }
    }
    return syscall(SYS_write, descriptor, bytes, length);
}

ssize_t read(int descriptor, void *bytes, size_t length) {
    const char *path = named(descriptor);
    if (path && step("read", path, 0)) return -1;
    return syscall(SYS_read, descriptor, bytes, length);
}

int fsync(int descriptor) {
    const char *path = named(descriptor);
    if (path && step("fsync", path, 1)) return -1;
    return (int)syscall(SYS_fsync, descriptor);
}

int fchmod(int descriptor, mode_t mode) {
    const char *path = named(descriptor);
    if (path && step("fchmod", path, 1)) return -1;
    return (int)syscall(SYS_fchmod, descriptor, mode);
}

int rename(const char *old, const char *new) {
    if (counts(new) && step("rename", new, 1)) return -1;
    return (int)syscall(SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}

int symlink(const char *target, const char *path) {
    if (counts(path) && step("symlink", path, 1)) return -1;
    return (int)syscall(SYS_symlinkat, target, AT_FDCWD, path);
}

int unlink(const char *path) {
    if (counts(path) && step("unlink", path, 1)) return -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0);
}

int rmdir(const char *path) {
    if (counts(path) && step("rmdir", path, 1)) return -1;
    return (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdir(const char *path, mode_t mode) {
    if (counts(path) && step("mkdir", path, 1)) return -1;
    return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    if (counts(path) && step("readlink", path, 0)) return -1;
    return syscall(SYS_readlinkat, AT_FDCWD, path, buffer, size);
}

DIR *opendir(const char *path) {
    REAL(DIR *, "opendir", const char *);
    if (counts(path) && step("opendir", path, 0)) return NULL;
    return real(path);
}

int stat(const char *restrict path, struct stat *restrict status) {
    if (counts(path) && step("stat", path, 0)) return -1;
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, 0);
}

int lstat(const char *restrict path, struct stat *restrict status) {
    if (counts(path) && step("lstat", path, 0)) return -1;
    return (int)syscall(SYS_newfstatat, AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
