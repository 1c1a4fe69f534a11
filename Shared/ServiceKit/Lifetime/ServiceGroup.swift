internal import Synchronization

/// Runs services together and ends them in good order.
///
/// All start in the order given. The end begins when `stop` is raised, or when one returns or throws. Then one at a
/// time, last first, is asked to stop (`withGracefulStop`); one that exceeds its deadline has all that is left
/// cancelled; one that does not follow even that is left behind and named. A second `stop` cancels at once.
public final class ServiceGroup: Sendable {
    /// What the return of a service means.
    public enum Ending: Sendable {
        /// The whole group stops. So it is with a failure in any case.
        case stopsGroup
        /// The others go on.
        case isIgnored
    }

    /// A service did not end although it was cancelled.
    public struct Stuck: Error, Equatable, Sendable, CustomStringConvertible {
        public let services: [String]
        public var description: String {
            "Did not stop in time and were left behind: \(services.joined(separator: ", "))."
        }
    }

    private enum Event: Sendable {
        case ended(Int, (any Error)?)
        case stop
        case deadline(Int)
    }

    private struct Member: Sendable {
        let service: any Service
        let ending: Ending
        let signal = StopSignal()
    }

    private let members: [Member]
    private let logger: Logger
    private let stopDeadline: Duration
    private let cancelDeadline: Duration
    private let events: AsyncStream<Event>
    private let send: AsyncStream<Event>.Continuation

    /// - Parameters:
    ///   - stopDeadline: how long each service may take to end by itself.
    ///   - cancelDeadline: how long all that are left may take after cancellation.
    public init(
        _ services: [(service: any Service, ending: Ending)], logger: Logger,
        stopDeadline: Duration = .seconds(10), cancelDeadline: Duration = .seconds(2)
    ) {
        members = services.map { Member(service: $0.service, ending: $0.ending) }
        self.logger = logger
        self.stopDeadline = stopDeadline
        self.cancelDeadline = cancelDeadline
        (events, send) = AsyncStream.makeStream()
    }

    /// Services whose return stops the group.
    public convenience init(
        _ services: [any Service], logger: Logger, stopDeadline: Duration = .seconds(10),
        cancelDeadline: Duration = .seconds(2)
    ) {
        self.init(
            services.map { ($0, .stopsGroup) }, logger: logger, stopDeadline: stopDeadline,
            cancelDeadline: cancelDeadline)
    }

    /// Asks for a graceful stop; the second time for an immediate one. Any thread.
    public func stop() {
        send.yield(.stop)
    }

    /// Runs all until the end.
    /// - Parameter stopping: called once when the end begins.
    /// - Throws: the error of the first service that failed, or `Stuck`.
    @concurrent
    public func run(clock: some Clock<Duration> = .continuous, stopping: @Sendable () -> Void = {}) async throws {
        guard !members.isEmpty else { return }
        var state = ServiceGroupState(count: members.count)
        var failure: (any Error)?
        // Unstructured on purpose: a service that follows nothing must not keep the process from ending.
        let tasks = members.indices.map { start($0) }
        await withTaskCancellationHandler {
            for await event in events {
                let wasStopping = state.isStopping
                let actions: [ServiceGroupState.Action]
                switch event {
                case .ended(let index, let error):
                    note(index, error, stopping: wasStopping)
                    if let error, failure == nil, !wasStopping { failure = error }
                    actions = state.ended(
                        index, failed: error != nil, ignored: members[index].ending == .isIgnored)
                case .stop: actions = state.stopRequested()
                case .deadline(let step): actions = state.deadline(step)
                }
                if !wasStopping, state.isStopping { stopping() }
                for action in actions where perform(action, tasks, clock, &failure) { return }
            }
        } onCancel: {
            send.yield(.stop)
            send.yield(.stop)
        }
        if let failure { throw failure }
    }

    private func start(_ index: Int) -> Task<Void, Never> {
        let member = members[index]
        let send = send
        return Task.detached {
            do {
                try await StopSignal.$current.withValue(member.signal) { try await member.service.run() }
                send.yield(.ended(index, nil))
            } catch {
                send.yield(.ended(index, error))
            }
        }
    }

    /// - Returns: whether all is over.
    private func perform(
        _ action: ServiceGroupState.Action, _ tasks: [Task<Void, Never>], _ clock: some Clock<Duration>,
        _ failure: inout (any Error)?
    ) -> Bool {
        switch action {
        case .stop(let index, let step):
            logger.debug("stopping", .service(members[index].service.name))
            members[index].signal.raise()
            after(stopDeadline, step, clock)
        case .cancel(let indices, let step):
            for index in indices {
                logger.warning("does not stop in time and is cancelled", .service(members[index].service.name))
                tasks[index].cancel()
            }
            after(cancelDeadline, step, clock)
        case .finish(let stuck):
            if !stuck.isEmpty {
                let error = Stuck(services: stuck.map { members[$0].service.name })
                logger.error("left behind", .error(error))
                failure = failure ?? error
            }
            return true
        }
        return false
    }

    private func after(_ delay: Duration, _ step: Int, _ clock: some Clock<Duration>) {
        let send = send
        Task.detached {
            try? await clock.sleep(for: delay)
            send.yield(.deadline(step))
        }
    }

    private func note(_ index: Int, _ error: (any Error)?, stopping: Bool) {
        let name = LogField.service(members[index].service.name)
        if let error, !(error is CancellationError) {
            logger.error("a service failed", name, .error(error))
        } else {
            logger.debug("a service ended", name)
        }
    }
}
