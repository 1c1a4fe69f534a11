import Bluetooth
import Schema
import Testing

/// What is heard beside others on the monitor channel.
@Suite struct MonitorSessionTests {
    private static let start = Instant(nanoseconds: 1_000_000_000)

    private static func packet(_ kind: UInt16, _ payload: [UInt8], index: UInt16 = 1) -> [UInt8] {
        [kind, index, UInt16(payload.count)].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } + payload
    }

    /// A legacy report of four bytes.
    private static let report = packet(3, [0x3e, 16, 2, 1, 3, 1, 1, 2, 3, 4, 5, 6, 4, 3, 9, 0x61, 0x62, 0xc4])

    @discardableResult
    private static func feed(_ session: inout MonitorSession, _ packet: [UInt8]) -> Int {
        var count = 0
        packet.withUnsafeBytes { bytes in session.take(bytes) { _ in count += 1 } }
        return count
    }

    private static func session() -> MonitorSession { MonitorSession(index: 1, silence: .seconds(30), seed: 7) }

    @Test("R7: reports of the adapter that was chosen are handed over, those of others and other packets are not")
    func reports() {
        var session = Self.session()
        #expect(Self.feed(&session, Self.report) == 1)
        #expect(Self.feed(&session, Self.packet(3, Array(Self.report.dropFirst(6)), index: 0)) == 0)
        for kind in [0, 1, 8, 9] as [UInt16] { #expect(Self.feed(&session, Self.packet(kind, [1, 2, 3])) == 0) }
        for count in 0..<Self.report.count { #expect(Self.feed(&session, Array(Self.report.prefix(count))) == 0) }
        #expect(session.counters.reports == 1 && session.failure == nil)
    }

    @Test("R7: a scan of somebody that hears each advertiser once is counted")
    func replaced() {
        var session = Self.session()
        for command in [[0x0c, 0x20, 2, 1, 1], [0x42, 0x20, 6, 1, 1, 0, 0, 0, 0]] as [[UInt8]] {
            Self.feed(&session, Self.packet(2, command))
        }
        for command in [[0x0c, 0x20, 2, 1, 0], [0x0c, 0x20, 2, 0, 1], [0x0c, 0x20, 2, 1], [0x0b, 0x20, 7, 1, 1]]
            as [[UInt8]]
        {
            Self.feed(&session, Self.packet(2, command))
        }
        #expect(session.replaced == 2)
    }

    @Test(
        "R5: a quiet place is no fault; where something was heard, the kernel is asked anew, and in the end it is given up"
    )
    func deafness() throws {
        var session = Self.session()
        session.advance(to: Self.start + .seconds(86_400))
        #expect(session.deadline == nil && !session.isSilent)
        var now = Self.start + .seconds(90_000)
        Self.feed(&session, Self.report)
        session.advance(to: now)
        var steps = 0
        while let deadline = session.deadline {
            #expect(deadline > now && session.failure == nil)
            now = deadline
            session.advance(to: now)
            steps += 1
            #expect(session.isSilent && session.wantsRequest == (session.failure == nil))
            session.wantsRequest = false
            try #require(steps < 10)
        }
        #expect(session.failure?.code == .scannerSilent && session.recoveries == 4)
    }

    @Test(
        "R7: where the kernel may not be asked to scan, somebody else's scan is waited for; then nothing is waited for")
    func refused() throws {
        for (status, code) in [(0x14, .capabilityMissing), (0x0c, .adapterBusy)] as [(UInt8, ErrorCode)] {
            var heard = Self.session()
            heard.request(refused: status, at: Self.start)
            Self.feed(&heard, Self.report)
            heard.advance(to: Self.start + .seconds(15))
            #expect(heard.failure == nil)
            var session = Self.session()
            session.request(refused: status, at: Self.start)
            let deadline = try #require(session.deadline)
            session.advance(to: deadline - .nanoseconds(1))
            #expect(session.failure == nil)
            session.advance(to: deadline)
            #expect(session.failure?.code == code && session.deadline == nil)
        }
    }

    @Test("R7: a monitor that somebody took away is asked for anew")
    func lost() {
        var session = Self.session()
        session.handle = 3
        session.requestLost()
        #expect(session.handle == nil && session.wantsRequest && session.lost == 1)
    }
}
