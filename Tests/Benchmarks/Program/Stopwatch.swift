import Glibc

/// Time on the monotonic clock.
enum Stopwatch {
    static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Processor time of this thread: what pure computations are measured by, so that a busy machine matters less.
    static func processorNanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Runs several bodies in turn, `rounds` times, and gives each one's median nanoseconds of processor time a round. Taking turns lets a
    /// noisy machine disturb all of them alike.
    static func medians(rounds: Int = 15, _ bodies: [() -> Void]) -> [Double] {
        var times = [[UInt64]](repeating: [], count: bodies.count)
        for body in bodies { body() }
        for _ in 0..<rounds {
            for (index, body) in bodies.enumerated() {
                let start = processorNanoseconds()
                body()
                times[index].append(processorNanoseconds() - start)
            }
        }
        return times.map { Double($0.sorted()[$0.count / 2]) }
    }
}

/// Keeps the optimiser from dropping work whose result nobody uses.
@inline(never)
func keep<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
