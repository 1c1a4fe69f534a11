import Adapters
import Bluetooth
import Glibc
import Schema
import ServiceKit

/// A Bluetooth controller on a byte stream: H4 over TCP or a serial line (Core Specification Vol 4 Part A). It is ours
/// alone, so it is reset and set up.
final class H4Source: LiveSource {
    let name: String
    let kind = SourceKind.radio

    private let place: StreamPlace
    private var session: ControllerSession
    private var deframer = H4Deframer()
    private var stream: ByteStream?
    private var isConnected = false
    private var failure: BeaconBusError?
    private var unsent: [UInt8] = []
    private var connectUntil: Instant?

    /// How long connecting may take.
    private static let connectTime: Duration = .seconds(5)
    /// Commands not yet taken by the line; more than these few means that it is stuck.
    private static let mostUnsent = 1_024
    /// Reads in one pass: a stream of nonsense has no packets that would be counted.
    private static let mostReads = 16

    init(_ place: StreamPlace, _ options: ControllerSession.Options, seed: UInt64) {
        self.place = place
        name = Self.name(place)
        session = ControllerSession(.full, options, seed: seed)
    }

    /// As it is written in the configuration.
    static func name(_ place: StreamPlace) -> String {
        switch place {
        case .tcp(let host, let port): "h4:\(NetworkAddress(host: host, port: port))"
        case .serial(let path, let speed): "h4:\(path)@\(speed)"
        }
    }

    var counters: SourceCounters {
        var counters = session.counters
        counters.strayBytes = deframer.dropped
        return counters
    }

    func begin(at now: Instant) {
        do throws(BeaconBusError) {
            stream = try ByteStream(place)
            connectUntil = now + Self.connectTime
        } catch {
            failure = error
        }
    }

    func descriptors(into list: inout [pollfd]) {
        guard let stream else { return }
        let writes = !isConnected || !unsent.isEmpty
        list.append(pollfd(fd: stream.descriptor, events: Int16(writes ? POLLIN | POLLOUT : POLLIN), revents: 0))
    }

    var deadline: Instant? { isConnected ? session.deadline : connectUntil }

    func service(at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void) -> LiveCondition {
        var hasMore = false
        do throws(BeaconBusError) {
            if let failure { throw failure }
            guard let stream else { return LiveCondition(state: .closed) }
            if try connect(stream, at: now) {
                hasMore = try read(stream, at: now, limit: limit, deliver)
                try send(session.advance(to: now), stream)
            }
        } catch {
            failure = error
        }
        if let failure {
            return LiveCondition(state: .failed, error: failure, adapter: adapter(AdapterState(failure)))
        }
        var condition = session.condition
        // Of a controller that nobody has reached yet nothing is known.
        if isConnected {
            condition.adapter = adapter(condition.state == .failed ? AdapterState(condition.error) : .ready)
        }
        condition.hasMore = hasMore
        return condition
    }

    func end() {
        guard let stream else { return }
        if isConnected {
            unsent += session.stop().flatMap(\.bytes)
            _ = stream.write(unsent[...])
        }
        self.stream = nil
    }

    private func adapter(_ state: AdapterState) -> AdapterReport {
        let address = session.address.flatMap { $0.value == 0 ? nil : $0 }
        return AdapterReport(name: String(name.prefix(64)), address: address, state: state)
    }

    private func connect(_ stream: ByteStream, at now: Instant) throws(BeaconBusError) -> Bool {
        if isConnected { return true }
        guard try stream.isReady() else {
            guard let connectUntil, now >= connectUntil else { return false }
            throw BeaconBusError(
                .adapterMissing, reason: "\(name): nobody accepted the connection within 5 s",
                suggestion: "Start the controller's server, or give another address.")
        }
        isConnected = true
        connectUntil = nil
        try send(session.begin(at: now), stream)
        return true
    }

    /// Reads at most so many packets; true if there are more.
    private func read(
        _ stream: ByteStream, at now: Instant, limit: Int, _ deliver: (AdvertisingReport) -> Void
    ) throws(BeaconBusError) -> Bool {
        let before = session.reports
        defer { session.noteReports(since: before, at: now) }
        var left = limit
        for _ in 0..<Self.mostReads {
            var commands: [HCICommand] = []
            while left > 0, deframer.next({ commands += session.take($0, at: now, deliver) }) {
                left -= 1
                if !commands.isEmpty {
                    try send(commands, stream)
                    commands.removeAll()
                }
            }
            guard left > 0 else { return true }
            var problem: BeaconBusError?
            let count = deframer.fill { space in
                do throws(BeaconBusError) {
                    return try stream.read(space)
                } catch {
                    problem = error
                    return 0
                }
            }
            if let problem { throw problem }
            if count == 0 { return false }
        }
        return true
    }

    private func send(_ commands: [HCICommand], _ stream: ByteStream) throws(BeaconBusError) {
        for command in commands { unsent += command.bytes }
        guard !unsent.isEmpty else { return }
        unsent.removeFirst(stream.write(unsent[...]))
        guard unsent.count <= Self.mostUnsent else {
            throw BeaconBusError(
                .adapterFailed, reason: "\(name): the line takes no more commands",
                suggestion: "Look at flow control and cable, or restart the controller.")
        }
    }
}
