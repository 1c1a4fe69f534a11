public import Schema

/// The core of a service as the bus sees it: synchronous, confined to the bus thread, never blocking longer than a
/// commit.
///
/// One pass: what the socket gave → ``received(_:_:)`` once, then ``replied(_:_:_:)`` per answer → ``passEnded(_:)``
/// → only then acknowledgements and what was published go out. Throwing from any of the three means that nothing of
/// the pass is acknowledged: the connection is ended at once, and made again when ``probe()`` works. Messages may
/// come again; make their effects idempotent.
public protocol BusHandler: AnyObject {
    /// A connection is ready: own state checked, every subscription granted. Its number is `link.connection`.
    ///
    /// Set the own retained state here; the other retained topics are sent again by the bus, jittered.
    func connected(_ link: BusLink)

    /// The messages of one pass, in order of arrival, never empty.
    func received(_ messages: [IncomingMessage], _ link: BusLink) throws

    /// The answer to ``BusLink/request(_:_:timeout:)``, or why there is none: `requestTimeout`, `connectionLost`,
    /// `brokerUnreachable`. Exactly one for each request.
    func replied(_ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink) throws

    /// The end of a pass that brought messages or answers: where a handler that groups its writes commits.
    func passEnded(_ link: BusLink) throws

    /// What became of a message that was published with a token; exactly one for each.
    func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink)

    /// A connection ended, or an attempt to make one failed (`wasConnected` false).
    func disconnected(_ failure: BusFailure, _ link: BusLink)

    /// A trial commit after a failed one; the connection is made again when it does not throw.
    func probe() throws

    /// The broker holds own state of a higher session: store `session` durably, it is used from the next CONNECT on.
    func adopt(session: UInt64) throws

    /// After each pass and when the returned instant is reached; nil = nothing is due.
    func deadline(_ now: Instant, _ link: BusLink) -> Instant?

    /// A graceful stop begins: set the final retained state. What is handed over here is sent within the stop's limit.
    func stopping(_ link: BusLink)
}

extension BusHandler {
    public func connected(_ link: BusLink) {}
    public func replied(
        _ request: RequestID, _ reply: Result<IncomingMessage, BeaconBusError>, _ link: BusLink
    ) throws {}
    public func passEnded(_ link: BusLink) throws {}
    public func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {}
    public func disconnected(_ failure: BusFailure, _ link: BusLink) {}
    public func probe() throws {}
    public func adopt(session: UInt64) throws {}
    public func deadline(_ now: Instant, _ link: BusLink) -> Instant? { nil }
    public func stopping(_ link: BusLink) {}
}
