internal import Schema
internal import Synchronization

/// A client of the bus with a thread of its own, which owns the connection and the handler.
///
/// Its lifetime is one ``run()``: the thread is started there and joined before it returns.
public final class BusClient<Handler: BusHandler & SendableMetatype>: Sendable {
    /// Work to be done on the bus thread.
    public typealias Work = @Sendable (Handler, BusLink) -> Void

    private let configuration: BusConfiguration
    private let make: @Sendable (BusLink) throws -> Handler
    private let mailbox = Mailbox<Work>(greatestCount: 65_536)
    private let isStopping = Atomic(false)

    /// `make` builds the handler on the bus thread; it may keep the link.
    public init(_ configuration: BusConfiguration, make: @escaping @Sendable (BusLink) throws -> Handler) {
        self.configuration = configuration
        self.make = make
    }

    /// Connects and serves until cancelled, stopped or ended by ``BusLink/finish(_:)``, whose error it throws. Stops
    /// gracefully: last messages within their limit, DISCONNECT, thread joined. May be called once.
    public func run() async throws {
        try configuration.check()
        let completion = Completion<Result<Void, BeaconBusError>>()
        guard let thread = BusThread(name: "bus", { [self] in completion.finish(serve()) }) else {
            throw Self.noThread
        }
        let outcome = await withTaskCancellationHandler {
            await completion.value()
        } onCancel: {
            stop()
        }
        thread.join()
        try outcome.get()
    }

    /// Begins a graceful stop. May be called on any thread, at any time, repeatedly.
    public func stop() {
        isStopping.store(true, ordering: .releasing)
        mailbox.wake.wake()
    }

    /// Runs `work` on the bus thread, in order of posting. False if the client has ended or its mailbox is full; then
    /// the work is never run.
    @discardableResult
    public func perform(_ work: @escaping Work) -> Bool {
        mailbox.post(work)
    }

    private static var noThread: BeaconBusError {
        BeaconBusError(
            .internalError, "The bus thread cannot be started", reason: "the system gives no further thread",
            suggestion: "Raise the limit on processes and threads.")
    }

    /// The bus thread's whole life.
    private func serve() -> Result<Void, BeaconBusError> {
        let transport = MosquittoTransport(wake: mailbox.wake)
        var seeds = SystemRandomNumberGenerator()
        let link = BusLink(
            configuration, transport: transport, now: .now(), seed: seeds.next(), wallClock: { WallTime.now() })
        let handler: Handler
        do {
            handler = try make(link)
        } catch {
            _ = mailbox.close()
            return .failure(.commitFailed(error))
        }
        link.handler = handler
        link.start(.now())
        while link.outcome == nil {
            for work in mailbox.take() { work(handler, link) }
            if isStopping.load(ordering: .acquiring) { link.stop() }
            link.endPass(.now())
            if link.mayWrite, transport.write() { link.flushed() }
            guard link.outcome == nil else { break }
            transport.wait(until: link.nextDeadline(), mayWrite: link.mayWrite)
            link.process(transport.read(limit: configuration.limits.passMessages), .now())
        }
        for work in mailbox.close() { work(handler, link) }
        link.tellSettled()
        link.handler = nil
        transport.shutdown()
        return link.outcome ?? .success(())
    }
}
