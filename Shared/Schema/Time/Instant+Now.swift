internal import Glibc

extension Instant {
    /// Reads `CLOCK_BOOTTIME`. Drivers call it once a pass and hand the result on; logic never does.
    public static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Instant(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
