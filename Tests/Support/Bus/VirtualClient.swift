public import Bus
public import Schema

/// A bus client on a ``VirtualBus``: the real engine and the real handler, without thread, socket and clock.
public final class VirtualClient<Handler: BusHandler> {
    public let link: BusLink
    public let handler: Handler
    let transport: VirtualTransport
    unowned let bus: VirtualBus

    init(link: BusLink, handler: Handler, transport: VirtualTransport, bus: VirtualBus) {
        self.link = link
        self.handler = handler
        self.transport = transport
        self.bus = bus
    }

    /// Runs work as if posted to the bus thread, then settles.
    @discardableResult
    public func perform<Value>(_ work: (Handler, BusLink) throws -> Value) rethrows -> Value {
        defer {
            turn(bus.now)
            bus.settle()
        }
        return try work(handler, link)
    }

    /// The network between it and the broker breaks: both notice at once, the broker publishes the will.
    public func cut() {
        guard let connection = transport.connection else { return }
        bus.broker.ended(connection, publishingWill: true)
        connection.lost()
        bus.settle()
    }

    /// kill -9: the broker publishes the will, the client does nothing any more.
    public func kill() {
        isDead = true
        transport.abort()
        bus.settle()
    }

    /// The certificate its TLS files hold now.
    public var storedCertificate: CertificateValidity? {
        get { transport.stored }
        set {
            transport.stored = newValue
            transport.stamp += 1
        }
    }

    /// The MQTT client identifier of its connection; nil without one.
    public var mqttClientID: String? { transport.connection?.clientID }

    /// The machine stops (SIGSTOP) or its network is gone, and nobody is told: it does nothing until ``thaw()``. The
    /// broker gives it up when ``cut()`` says so.
    public func freeze() {
        isFrozen = true
    }

    /// It goes on where it was.
    public func thaw() {
        isFrozen = false
        bus.settle()
    }

    /// A graceful stop; settles.
    public func stop() {
        link.stop()
        bus.settle()
    }

    /// How it ended; nil while it runs.
    public var outcome: Result<Void, BeaconBusError>? { link.outcome }

    private(set) var isDead = false
    private(set) var isFrozen = false
}

/// What the virtual bus needs of a client, whatever its handler.
protocol VirtualMember: AnyObject {
    var needsTurn: Bool { get }
    var nextDeadline: Instant? { get }
    func turn(_ now: Instant)
}

extension VirtualClient: VirtualMember {
    private var isOver: Bool { isDead || isFrozen || link.outcome != nil }

    var needsTurn: Bool { !isOver && (transport.hasEvents || link.hasSettled) }

    var nextDeadline: Instant? { isOver ? nil : link.nextDeadline() }

    func turn(_ now: Instant) {
        guard !isOver else { return }
        link.process(transport.take(), now)
        link.endPass(now)
        if link.mayWrite {
            transport.write()
            link.flushed()
        }
    }
}
