import Bus

/// Where work is done that would hold the bus thread up: disk, keys, commands.
///
/// A job returns what is to be done with its result on the bus thread.
protocol Worker: Sendable {
    /// One job after the other, in the order given.
    func run(_ job: @escaping @Sendable () -> Finish)
    /// At once, beside everything else: for what may take seconds.
    func runBeside(_ job: @escaping @Sendable () -> Finish)
}

/// What a job leaves to be done on the bus thread.
typealias Finish = @Sendable (LifecycleHandler, BusLink) -> Void
