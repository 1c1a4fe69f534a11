import Bus
import CYardsticks
import Glibc
import Schema
import Support
import Synchronization

/// The bus client against a plain C program with libmosquitto: the same QoS 1 work on the same mosquitto, in turns.
enum BusRow: Row {
    static let name = "bus"
    static let summary = "QoS 1 messages published and received, beside a plain C libmosquitto program."

    private static let count = 20_000
    private static let size = 200
    private static let window = 100
    private static let rounds = 5

    static func measure() async throws -> [Measurement] {
        guard MosquittoBroker.isInstalled else { throw RowSkipped("mosquitto is not installed") }
        let folder = TemporaryFolder()
        let broker = try MosquittoBroker(folder: folder.path)
        var rates: [String: [Double]] = [:]
        for round in 0...rounds {
            let times = [
                "published, C": publishC(broker.port), "published": try await publish(broker.address),
                "received, C": receiveC(broker.port), "received": try await receive(broker),
            ]
            // The first round warms up.
            guard round > 0 else { continue }
            for (name, time) in times {
                guard time > 0 else { throw RowSkipped("\(name): the connection failed") }
                rates[name, default: []].append(Double(count) / Double(time) * 1_000_000)
            }
        }
        await broker.stop()
        let median = { (name: String) -> Double in
            let sorted = (rates[name] ?? []).sorted()
            return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
        }
        return ["published", "received"].map { direction in
            let ours = median(direction)
            let plain = median("\(direction), C")
            return Measurement(
                "QoS 1 messages \(direction), \(size) bytes, window \(window)", ours, "thousand/s",
                goal: .atLeast(0.9, ours / plain, "≥ 0.9 of plain C"),
                yardstick: .init(name: "plain C libmosquitto", value: plain))
        }
    }

    private static func publishC(_ port: UInt16) -> UInt64 {
        bus_publish(Int32(port), "yardstick", "bench/out", count, Int32(size), Int32(window))
    }

    private static func receiveC(_ port: UInt16) -> UInt64 {
        var feeder = Feeder(port: port)
        return withUnsafeMutablePointer(to: &feeder) { feeder in
            defer { feeder.pointee.join() }
            return bus_receive(
                Int32(port), "yardstick", "bench/in", count,
                { context in context?.assumingMemoryBound(to: Feeder.self).pointee.start() }, feeder)
        }
    }

    /// Publishes the messages the receivers are measured with, on a thread of its own; the same for both.
    private struct Feeder {
        let port: UInt16
        private var thread: pthread_t?

        init(port: UInt16) {
            self.port = port
        }

        mutating func start() {
            var thread = pthread_t()
            let port = UnsafeMutableRawPointer(bitPattern: UInt(port))
            pthread_create(&thread, nil, Self.feed, port)
            self.thread = thread
        }

        func join() {
            if let thread { pthread_join(thread, nil) }
        }

        private static let feed: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { port in
            _ = bus_publish(
                Int32(UInt(bitPattern: port)), "feeder", "bench/in", BusRow.count, Int32(BusRow.size),
                Int32(BusRow.window))
            return nil
        }
    }

    private static func configuration(_ broker: BrokerAddress, _ filters: [String] = []) throws -> BusConfiguration {
        guard let site = SiteID("bench"), let client = ClientID(kind: .operator, site: site, name: "bench") else {
            throw RowSkipped("no client id")
        }
        var limits = BusLimits()
        limits.window = window
        limits.queuedMessages = count
        return BusConfiguration(
            broker: broker, clientID: client, roots: Roots(site: site), session: 1,
            subscriptions: filters.map { Subscription(raw: $0) }, limits: limits)
    }

    private static func publish(_ broker: BrokerAddress) async throws -> UInt64 {
        let result = Span()
        let client = BusClient(try configuration(broker)) { _ in Publisher(result) }
        try await client.run()
        return result.nanoseconds
    }

    private static func receive(_ broker: MosquittoBroker) async throws -> UInt64 {
        let result = Span()
        let port = broker.port
        let client = BusClient(try configuration(broker.address, ["bench/in"])) { _ in Receiver(result, port) }
        try await client.run()
        return result.nanoseconds
    }

    private final class Span: Sendable {
        private let value = Mutex<UInt64>(0)
        var nanoseconds: UInt64 { value.withLock { $0 } }
        func set(_ nanoseconds: UInt64) { value.withLock { $0 = nanoseconds } }
    }

    private final class Publisher: BusHandler {
        private let result: Span
        private let payload = [UInt8](repeating: UInt8(ascii: "x"), count: BusRow.size)
        private var sent = 0
        private var done = 0
        private var start: UInt64 = 0

        init(_ result: Span) {
            self.result = result
        }

        func connected(_ link: BusLink) {
            start = Stopwatch.nanoseconds()
            fill(link)
        }

        func published(_ token: PublishToken, _ outcome: PublishOutcome, _ link: BusLink) {
            done += 1
            if done == BusRow.count {
                result.set(Stopwatch.nanoseconds() - start)
                link.finish()
            } else {
                fill(link)
            }
        }

        private func fill(_ link: BusLink) {
            while sent < BusRow.count, sent - done < BusRow.window {
                try? link.publish(rawTopic: "bench/out", payload, token: PublishToken(UInt64(sent)))
                sent += 1
            }
        }

        func received(_ messages: [IncomingMessage], _ link: BusLink) {}
        func disconnected(_ failure: BusFailure, _ link: BusLink) { link.finish(failure.error) }
    }

    private final class Receiver: BusHandler {
        private let result: Span
        private var feeder: Feeder
        private var done = 0
        private var start: UInt64 = 0

        init(_ result: Span, _ port: UInt16) {
            self.result = result
            feeder = Feeder(port: port)
        }

        func connected(_ link: BusLink) {
            feeder.start()
        }

        func received(_ messages: [IncomingMessage], _ link: BusLink) {
            if start == 0 { start = Stopwatch.nanoseconds() }
            done += messages.count
            guard done >= BusRow.count else { return }
            result.set(Stopwatch.nanoseconds() - start)
            feeder.join()
            link.finish()
        }

        func disconnected(_ failure: BusFailure, _ link: BusLink) { link.finish(failure.error) }
    }
}
