public import Bus
public import Schema

/// A broker, any number of clients and a clock that moves only when told: whole services are tested in microseconds.
///
/// ```swift
/// let bus = VirtualBus()
/// let client = bus.join(configuration) { link in MyHandler(link) }
/// let tap = bus.tap("beaconbus/home/#")
/// bus.inject("beaconbus/home/nodes/kitchen/commands/start/op_anna", #"{"v":1}"#)
/// bus.advance(.seconds(5))
/// ```
public final class VirtualBus {
    public let broker = VirtualBroker()
    public private(set) var now: Instant
    /// The wall clock all clients stamp their messages with; moves with ``advance(_:)`` and may be set.
    public var wallTime: WallTime
    private var members: [any VirtualMember] = []
    private var nextSeed: UInt64

    public init(
        seed: UInt64 = 1, now: Instant = Instant(nanoseconds: 1_000_000_000_000),
        wallTime: WallTime = WallTime(milliseconds: 1_767_225_600_000)
    ) {
        nextSeed = seed
        self.now = now
        self.wallTime = wallTime
        broker.now = now
    }

    /// Starts a client; settles.
    @discardableResult
    public func join<Handler: BusHandler>(
        _ configuration: BusConfiguration, _ make: (BusLink) throws -> Handler
    ) rethrows -> VirtualClient<Handler> {
        nextSeed += 2
        let transport = VirtualTransport(broker)
        let link = BusLink(configuration, transport: transport, now: now, seed: nextSeed) { [unowned self] in wallTime }
        let client = VirtualClient(link: link, handler: try make(link), transport: transport, bus: self)
        link.handler = client.handler
        members.append(client)
        link.start(now)
        client.turn(now)
        settle()
        return client
    }

    /// Lets everything happen that needs no time. Ends with a crash if that never ends: a message loop.
    public func settle() {
        for _ in 0..<200_000 {
            guard let member = members.first(where: { $0.needsTurn }) else { return }
            member.turn(now)
        }
        preconditionFailure("the clients send each other messages without end")
    }

    /// Moves the clock, stopping at each deadline on the way.
    public func advance(_ span: Duration) {
        let target = now + span
        settle()
        while let next = members.compactMap(\.nextDeadline).min(), next <= target {
            move(to: max(next, now))
            for member in members where member.nextDeadline.map({ $0 <= now }) ?? false { member.turn(now) }
            settle()
        }
        move(to: target)
        for member in members { member.turn(now) }
        settle()
    }

    private func move(to instant: Instant) {
        wallTime = wallTime + (instant - now)
        now = instant
        broker.now = instant
    }

    /// Publishes as an outsider would; settles.
    public func inject(
        _ topic: String, _ payload: [UInt8], qos: QoS = .atLeastOnce, retain: Bool = false, expiry: Duration? = nil,
        responseTopic: String? = nil, correlation: [UInt8] = []
    ) {
        _ = broker.accept(
            VirtualBroker.Stored(
                topic: topic, payload: payload, qos: qos, retain: retain, responseTopic: responseTopic,
                correlation: correlation, expires: expiry.map { now + $0 }, publisher: "", at: now))
        settle()
    }

    /// The same with text.
    public func inject(_ topic: String, _ payload: String, qos: QoS = .atLeastOnce, retain: Bool = false) {
        inject(topic, Array(payload.utf8), qos: qos, retain: retain)
    }

    /// Records what is published below a filter from now on.
    public func tap(_ filter: String) -> VirtualTap {
        let tap = VirtualTap(filter: filter)
        broker.taps.append(tap)
        return tap
    }
}
