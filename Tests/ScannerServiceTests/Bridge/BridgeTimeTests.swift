import Bus
import Fleets
import Schema
import Support
import Testing

@testable import ScannerService

@Suite("What other fleets heard: when that was, how much of it is kept, how events are numbered")
struct BridgeTimeTests {
    @Test("R2, R13: a beacon was seen when its gateway says, and becomes inactive a time-out after that")
    func ages() throws {
        let bridge = try BridgeFixture()
        bridge.hear("study", age: .seconds(20))
        bridge.bus.advance(.seconds(1))
        let active = bridge.entries("study", "active").first
        let ages = ["age", "sinceFirst"].map { active?[$0]?.integerValue ?? 0 }
        #expect(ages.allSatisfy { (20_000...21_000).contains($0) }, "\(ages)")
        // ESPresense rooms have 30 s.
        bridge.bus.advance(.seconds(8))
        #expect(bridge.entries("study", "inactive").isEmpty)
        bridge.bus.advance(.seconds(2))
        #expect(bridge.entries("study", "inactive").count == 1)
        bridge.hear("study", age: .seconds(30))
        #expect(bridge.entries("study", "active").count == 1, "over before it came")
    }

    @Test("R2: what came before, and is older, changes nothing of when a beacon was last seen")
    func olderAfterNewer() throws {
        let bridge = try BridgeFixture()
        bridge.hear("study")
        bridge.bus.advance(.seconds(1))
        bridge.hear("study", age: .seconds(25))
        bridge.bus.advance(.seconds(28))
        #expect(bridge.entries("study", "inactive").isEmpty)
        bridge.bus.advance(.seconds(2))
        #expect(bridge.entries("study", "inactive").count == 1)
    }

    @Test("R13, D17: what waited while the site's broker was away is as old as it is, and no sighting after 30 s")
    func waited() throws {
        let bus = VirtualBus()
        bus.broker.isDown = true
        let bridge = try BridgeFixture(bus: bus)
        bridge.say(
            .reports(room: "study", [BridgeFixture.report(1)]), .away(room: "study", BridgeFixture.beacon(3)),
            .availability(room: "study", isOnline: false))
        bus.advance(.seconds(20))
        bridge.say(.reports(room: "study", [BridgeFixture.report(2)]), .availability(room: "study", isOnline: true))
        bus.advance(.seconds(11))
        bus.broker.isDown = false
        bus.advance(.seconds(12))
        #expect(bridge.state("study") == .running)
        let active = bridge.entries("study", "active")
        #expect(active.compactMap { $0["minor"]?.integerValue } == [2])
        #expect(active.first?["sinceFirst"]?.integerValue ?? 0 >= 11_000)
        #expect(bridge.counter("staleReports") == 2)
    }

    @Test(
        "R12: an inbox nobody empties holds 16,384 reports, counts the others, and of each room its newest coming or going"
    )
    func inbox() {
        let inbox = FleetInbox()
        let reports = (0..<256).map { BridgeFixture.report($0) }
        let now = Instant(nanoseconds: 5)
        for _ in 0..<100 {
            _ = inbox.put([.reports(room: "a", reports), .availability(room: "a", isOnline: true)], of: .raw, at: now)
        }
        _ = inbox.put([.availability(room: "a", isOnline: false)], of: .raw, at: now)
        for number in 0..<2_000 {
            _ = inbox.put([.availability(room: "\(number)", isOnline: true)], of: .raw, at: now)
        }
        let long = String(repeating: "x", count: 257)
        _ = inbox.put([.reports(room: long, reports)], of: .raw, at: now)
        let taken = inbox.take()
        var counts = (reports: 0, words: [Bool](), rooms: 0)
        for arrival in taken {
            switch arrival.word {
            case .message(_, .reports(_, let reports)): counts.reports += reports.count
            case .message(_, .availability("a", let isOnline)): counts.words.append(isOnline)
            case .message(_, .availability): counts.rooms += 1
            default: break
            }
        }
        #expect(counts.reports == 16_384 && counts.words == [false] && counts.rooms == 1_023)
        #expect(inbox.counters["dropped"] == Int64(100 * 256 - 16_384 + 977))
        #expect(inbox.counters["ignored.tooLong"] == 1 && inbox.take().isEmpty)
    }

    @Test("R12: a burst of one room that fills the inbox reaches its tracker whole")
    func burst() throws {
        let bridge = try BridgeFixture()
        for message in 0..<64 {
            let reports = (0..<256).map { BridgeFixture.report(UInt16(message * 256 + $0)) }
            _ = bridge.inbox.put([.reports(room: "study", reports)], of: .raw, at: bridge.bus.now)
        }
        bridge.take()
        bridge.bus.advance(.seconds(2))
        let totals = bridge.client.handler.nodes[NodeID("study")!]?.core.statistics.source
        #expect(totals?.lost == 0 && totals?.reports == 16_384)
    }

    @Test("The fleets' broker lost after all that was said before it, and before what is said after it (D9)")
    func lostInOrder() throws {
        let bridge = try BridgeFixture()
        bridge.connect()
        bridge.hear("study")
        for isConnected in [false, true] { _ = bridge.inbox.put(isConnected: isConnected, at: bridge.bus.now) }
        _ = bridge.inbox.put([.availability(room: "study", isOnline: true)], of: .espresense, at: bridge.bus.now)
        _ = bridge.inbox.put(isConnected: false, at: bridge.bus.now)
        bridge.take()
        #expect(bridge.state("study") == .idle)
    }

    @Test("R18: events are numbered and runs begin whatever session another one left; numbers rise over restarts")
    func hostileSession() throws {
        let bus = VirtualBus()
        let greatest: UInt64 = 1 << 53 - 1
        let body = ServiceStatus(
            service: BridgeCore.name, version: "1", instance: "other", connection: 1, online: true, ready: true,
            counters: [:])
        let head = Head(from: ClientID("svc.home.bridge"), session: greatest - 1, seq: 1, at: bus.wallTime)
        bus.inject("\(BridgeFixture.root)/services/bridge", try MessageCoder.encode(head, body), retain: true)
        let bridge = try BridgeFixture(bus: bus)
        bus.advance(.seconds(1))
        #expect(bridge.client.link.session == greatest)
        bridge.hear("study")
        bridge.hear("hall")
        #expect(bridge.state("study") == .running)
        try bridge.startAgain()
        bus.advance(.seconds(1))
        bridge.hear("study")
        #expect(bridge.state("study") == .running)
        let numbers = bridge.numbers
        #expect(numbers.count >= 9 && zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }, "\(numbers)")
    }

    @Test("Numbers of events rise up to 2^53−1, over restarts by what was stored as used, and begin anew after that")
    func numbers() {
        var numbers = EventNumbers(after: EventNumbers.greatest - 3_000)
        var (last, stored) = (Int64(EventNumbers.greatest) - 3_000, UInt64(0))
        for step in 0..<900 {
            let number = numbers.next()
            #expect(number > last)
            last = number
            if let due = numbers.due {
                numbers.stored(due)
                stored = due
            }
            #expect(stored >= number)
            // A restart.
            if step % 100 == 50 { numbers = EventNumbers(after: stored) }
        }
        numbers = EventNumbers(after: .max)
        #expect(numbers.next() == 1 && numbers.next() == 2 && numbers.due == 258)
    }
}
