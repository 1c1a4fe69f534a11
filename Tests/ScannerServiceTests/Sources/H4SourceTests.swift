import Adapters
import Bluetooth
import Glibc
import Schema
import ServiceKit
import Support
import Testing

@testable import ScannerService

/// A controller on a real serial line (a pseudo-terminal) and on a real socket, in the test's own thread.
@Suite struct H4SourceTests {
    /// Plays the controller at the other end, and serves the source, until a condition holds.
    private final class Bench {
        let source: H4Source
        var reports: [BluetoothAddress] = []
        var condition = LiveCondition(state: .closed)
        var sent: [UInt8] = []
        private let descriptor: () -> Int32
        /// What is sent for a command; by default what a controller in order answers.
        var answer: (_ opcode: UInt16) -> [UInt8] = { [4, 0x0e, 4, 1, UInt8($0 & 0xff), UInt8($0 >> 8), 0] }

        init(_ place: StreamPlace, _ descriptor: @escaping () -> Int32) {
            source = H4Source(place, ControllerSession.Options(), seed: 1)
            self.descriptor = descriptor
            source.begin(at: .now())
        }

        func run(until done: (Bench) -> Bool) -> Bool {
            let end = Instant.now() + .seconds(20)
            while Instant.now() < end {
                condition = source.service(at: .now(), limit: 64) { reports.append($0.address) }
                play()
                if done(self) { return true }
                var polled: [pollfd] = []
                source.descriptors(into: &polled)
                polled.append(pollfd(fd: descriptor(), events: Int16(POLLIN), revents: 0))
                _ = poll(&polled, nfds_t(polled.count), 10)
            }
            return false
        }

        func write(_ bytes: [UInt8]) { _ = Glibc.write(descriptor(), bytes, bytes.count) }

        private func play() {
            var buffer = [UInt8](repeating: 0, count: 512)
            let count = Glibc.read(descriptor(), &buffer, buffer.count)
            guard count > 0 else { return }
            sent += buffer[..<count]
            while sent.count >= 4, sent.count >= 4 + Int(sent[3]) {
                write(answer(UInt16(sent[1]) | UInt16(sent[2]) << 8))
                sent.removeFirst(4 + Int(sent[3]))
            }
        }
    }

    private static let report: [UInt8] = [4, 0x3e, 12, 2, 1, 3, 1, 1, 2, 3, 4, 5, 6, 0, 0xc4]

    @Test("H4: a controller on a serial line is set up and heard; unplugged, it is adapterMissing")
    func serial() throws {
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        var number: UInt32 = 0
        var isLocked: Int32 = 0
        // TIOCSPTLCK and TIOCGPTN, as ptmx(4) has them.
        try #require(
            master >= 0 && ioctl(master, 0x4004_5431, &isLocked) == 0 && ioctl(master, 0x8004_5430, &number) == 0)
        let path = "/dev/pts/\(number)"
        let bench = Bench(.serial(path: path, speed: 115_200)) { master }
        #expect(bench.run { $0.condition.state == .scanning })
        // Line noise, then a report whose bytes are control characters to a terminal that is not raw.
        bench.write([0x00, 0xff] + Self.report)
        #expect(bench.run { $0.reports.count == 1 })
        #expect(bench.reports.first?.description == "06:05:04:03:02:01")
        #expect(bench.source.counters.strayBytes == 2 && bench.source.counters.reports == 1)
        close(master)
        #expect(bench.run { $0.condition.state == .failed })
        #expect(bench.condition.error?.code == .adapterMissing)
        bench.source.end()
    }

    @Test("H4: nonsense without end is a failure, and never more than a pass is read at once")
    func nonsense() throws {
        var end: Int32 = -1
        let port = LoopbackPort.free()
        let listener = try #require(Self.listen(port))
        defer { close(listener) }
        let bench = Bench(.tcp(host: "127.0.0.1", port: port)) {
            if end < 0 {
                end = accept(listener, nil, nil)
                if end >= 0 { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
            }
            return end
        }
        defer { close(end) }
        bench.answer = { _ in [UInt8](repeating: 0, count: 4_096) }
        let begun = Instant.now()
        #expect(bench.run { $0.source.counters.strayBytes >= 4_096 })
        #expect(bench.condition.state == .opening)
        // The rest on a clock of the test's own.
        var now = begun
        for _ in 0..<200 where bench.condition.state != .failed {
            now = max(now + .milliseconds(1), bench.source.deadline ?? now)
            bench.condition = bench.source.service(at: now, limit: 64) { _ in }
        }
        #expect(bench.condition.error?.code == .adapterFailed)
        #expect(bench.condition.error?.reason.contains("Reset") == true)
        bench.source.end()
    }

    @Test("H4: where nobody listens, and where no line is, the failure says so")
    func missing() {
        func failure(_ place: StreamPlace) -> ErrorCode? {
            let bench = Bench(place) { -1 }
            #expect(bench.run { $0.condition.state == .failed })
            bench.source.end()
            return bench.condition.error?.code
        }
        #expect(failure(.tcp(host: "127.0.0.1", port: LoopbackPort.free())) == .adapterMissing)
        #expect(failure(.tcp(host: "no.address", port: 1)) == .configurationInvalid)
        #expect(failure(.serial(path: "/dev/no-such-line", speed: 115_200)) == .adapterMissing)
        #expect(failure(.serial(path: "/dev/null", speed: 115_200)) == .adapterUnsupported)
    }

    @Test("R6: a controller that nobody has reached yet is not told to be ready; one that cannot be reached is missing")
    func told() throws {
        let port = LoopbackPort.free()
        // A server whose queue is full answers nobody.
        let full = LoopbackPort.free()
        let listener = try #require(Self.listen(full))
        let place = StreamPlace.tcp(host: "127.0.0.1", port: full)
        let others = try (0..<4).map { _ in try ByteStream(place) }
        let source = H4Source(place, ControllerSession.Options(), seed: 1)
        source.begin(at: .zero)
        let condition = source.service(at: .zero, limit: 1) { _ in }
        #expect(condition.state == .opening && condition.adapter == nil)
        withExtendedLifetime(others) { source.end() }
        close(listener)
        let bench = Bench(.tcp(host: "127.0.0.1", port: port)) { -1 }
        #expect(bench.run { $0.condition.state == .failed })
        #expect(bench.condition.adapter?.state == .missing)
        #expect(H4Source.name(.tcp(host: "::1", port: 6_402)) == "h4:[::1]:6402")
    }

    /// Looks until it has found something out, or in vain for so long, on a clock that only its deadlines move.
    private static func look(_ watch: some AdapterWatching, _ now: inout Instant) -> AdapterState? {
        for _ in 0..<200 {
            if let report = watch.look(at: now) { return report.state }
            var polled: [pollfd] = []
            watch.descriptors(into: &polled)
            if polled.isEmpty {
                guard let deadline = watch.deadline else { return nil }
                now = max(now, deadline)
            } else {
                _ = poll(&polled, nfds_t(polled.count), 100)
            }
        }
        return nil
    }

    @Test("H14, H20: a server that comes up is found; then it is left alone")
    func watch() throws {
        let port = LoopbackPort.free()
        let watch = H4Watch(.tcp(host: "127.0.0.1", port: port), after: .adapterMissing)
        let begun = Instant(nanoseconds: 1_000_000_000)
        var now = begun
        #expect(Self.look(watch, &now) == .missing && now == begun)
        #expect(Self.look(watch, &now) == .missing && now == begun + .seconds(5))
        let listener = try #require(Self.listen(port))
        defer { close(listener) }
        #expect(Self.look(watch, &now) == .ready && now == begun + .seconds(10))
        #expect(watch.deadline == nil && watch.look(at: now + .seconds(600)) == nil)
        var polled: [pollfd] = []
        watch.descriptors(into: &polled)
        #expect(polled.isEmpty)
    }

    @Test("R6: a controller that answered nonsense is not ready at once because its server still listens")
    func holds() throws {
        let port = LoopbackPort.free()
        let listener = try #require(Self.listen(port))
        defer { close(listener) }
        for place in [StreamPlace.tcp(host: "127.0.0.1", port: port), .serial(path: "/dev/null", speed: 9_600)] {
            let watch = H4Watch(place, after: .adapterFailed)
            let begun = Instant(nanoseconds: 1_000_000_000)
            var now = begun
            #expect(watch.look(at: now) == nil && watch.deadline == begun + .seconds(30))
            #expect(Self.look(watch, &now) == .ready && now == begun + .seconds(30))
        }
    }

    @Test(
        "H14, R6: of two controllers on TCP that were not there, the second comes up, and the scanner says that it may start"
    )
    func either() throws {
        let ports = [LoopbackPort.free(), LoopbackPort.free()]
        let text = ports.map { "h4:127.0.0.1:\($0)" }.joined(separator: ",")
        let settings = ScannerSettings(
            try Configuration.load(ConfigurationTable(ScannerKeys.all), flags: [("source", text)]))
        var outputs: [RadioOutput] = []
        let loop = RadioLoop(settings.radio) { outputs.append($0) }
        var now = Instant.now()
        loop.handle(.open(token: 1), at: now)
        func run(until done: () -> Bool) -> Bool {
            for _ in 0..<200 where !done() {
                let next = loop.step(at: now)
                var polled: [pollfd] = []
                loop.descriptors(into: &polled)
                if !polled.isEmpty { _ = poll(&polled, nfds_t(polled.count), 100) }
                if polled.isEmpty, case .wait(let until) = next { now = max(now, until) }
            }
            return done()
        }
        #expect(run { outputs.contains { if case .refused = $0 { true } else { false } } })
        guard case .refused(_, _, let adapter, let error)? = outputs.last else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == .adapterMissing && adapter?.state == .missing)
        for port in ports { #expect(error.reason.contains("h4:127.0.0.1:\(port) (adapterMissing)")) }
        // Both are looked for in vain at first.
        for _ in 0..<4 { if case .wait(let until) = loop.step(at: now) { now = max(now, until) } }
        outputs.removeAll()
        let listener = try #require(Self.listen(ports[1]))
        defer { close(listener) }
        #expect(
            run {
                outputs.contains {
                    guard case .sources(1, _, let adapter?) = $0 else { return false }
                    return adapter.state == .ready && adapter.name == "h4:127.0.0.1:\(ports[1])"
                }
            })
    }

    private static func listen(_ port: UInt16) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7f00_0001).bigEndian)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0, Glibc.listen(descriptor, 1) == 0 else { return nil }
        return descriptor
    }
}
