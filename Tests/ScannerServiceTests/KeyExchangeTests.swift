import Bus
import Glibc
import Schema
import ServiceKit
import Store
import Support
import Testing

@testable import Bluetooth
@testable import ScannerService

@Suite("Scanner: decoding keys")
struct KeyExchangeTests {
    private static let registry = RegistryID("a81f09c2d4e6b753")!
    private static let secret = "ec0234a357c8ad05341010a60a397d9b"

    private func monitored(_ harness: Harness, revision: Int64, keys: Int64?) {
        harness.inject(
            .monitored,
            Monitored(registry: Self.registry, revision: revision, formats: [.iBeacon], rules: [], keys: keys),
            retain: true)
    }

    private func key(_ name: String) -> DecodingKey {
        DecodingKey(name: BeaconName(name)!, kind: .irk, key: Self.secret)
    }

    /// Answers a question as metadata would.
    private func answer(_ harness: Harness, _ question: VirtualBroker.Stored, _ reply: some Message) throws {
        let head = try MessageCoder.decodeHead(question.payload)
        let topic = try #require(head.replyTo)
        harness.bus.inject(topic, try MessageCoder.encode(Head(id: head.id), reply))
        harness.settle()
    }

    private func ask(_ body: KeysReply, _ harness: Harness, _ tap: VirtualTap) throws {
        let question = try #require(tap.take().first)
        try answer(harness, question, body)
    }

    @Test("D13: keys are asked for when the monitored message names others than are held, below the private root only")
    func asks() throws {
        let harness = try Harness([])
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: nil)
        #expect(tap.messages.isEmpty)
        monitored(harness, revision: 2, keys: 3)
        let question = try #require(tap.take().first)
        #expect(try MessageCoder.decode(KeysRequest.self, question.payload).body.node == Harness.node)
        #expect(
            !question.retain && question.responseTopic?.hasPrefix("beaconbus-private/home/replies/s_kitchen/") == true)
        try answer(harness, question, KeysReply(revision: 3, keys: [key("watch"), key("phone")]))
        #expect(harness.radio.keys == ["watch", "phone"])
        harness.pass(.seconds(20))
        #expect(harness.status?.counters["keys.held"] == 2)
        monitored(harness, revision: 3, keys: 3)
        #expect(tap.messages.isEmpty)
        monitored(harness, revision: 4, keys: 4)
        try ask(KeysReply(revision: 4, keys: []), harness, tap)
        #expect(harness.radio.keys == [])
        // Nothing but the answer ever had the key, the data folder included.
        for message in harness.events.messages {
            #expect(!String(decoding: message.payload, as: UTF8.self).contains(Self.secret))
        }
        #expect(access("\(harness.folder.path)/keys", F_OK) != 0)
    }

    @Test("D13: pages are put together; pages of different revisions are not, and it begins anew")
    func pages() throws {
        let harness = try Harness([])
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: 3)
        try ask(KeysReply(revision: 3, keys: [key("a")], next: BeaconName("a")), harness, tap)
        let second = try #require(tap.messages.first)
        #expect(try MessageCoder.decode(KeysRequest.self, second.payload).body.after?.description == "a")
        try ask(KeysReply(revision: 4, keys: [key("b")]), harness, tap)
        #expect(harness.radio.keys == nil)
        harness.pass(.seconds(3))
        try ask(KeysReply(revision: 4, keys: [key("a")], next: BeaconName("a")), harness, tap)
        try ask(KeysReply(revision: 4, keys: [key("b")]), harness, tap)
        #expect(harness.radio.keys == ["a", "b"])
    }

    @Test(
        "R12: without an answer it asks again with pauses that double up to five minutes; a new connection asks at once"
    )
    func backOff() throws {
        let harness = try Harness([])
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: 3)
        harness.pass(.seconds(3_600))
        let times = tap.take().map(\.at)
        let gaps = zip(times.dropFirst(), times).map { ($0 - $1).saturatedMilliseconds / 1_000 }
        #expect(gaps.prefix(4) == [12, 14, 18, 26])
        #expect(gaps.last == 310 && times.count < 25)
        harness.client.cut()
        harness.pass(.seconds(5))
        #expect(tap.messages.count >= 1)
        let question = try #require(tap.take().last)
        try answer(harness, question, Refusal(BeaconBusError(.busy, reason: "test", suggestion: "none")))
        harness.pass(.seconds(3))
        try ask(KeysReply(revision: 3, keys: [key("a")]), harness, tap)
        #expect(harness.radio.keys == ["a"])
    }

    @Test(
        "R16: with scanner.keys.file a start without network has the keys, in a file for its owner only; without, it is wiped"
    )
    func file() throws {
        let harness = try Harness([], keepsKeys: true)
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: 3)
        try ask(KeysReply(revision: 3, keys: [key("watch")]), harness, tap)
        let path = "\(harness.folder.path)/keys"
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        harness.bus.broker.isDown = true
        try harness.restart()
        #expect(harness.radio.keys == ["watch"])
        #expect(tap.messages.isEmpty)
        // Open to others: not used, and said.
        chmod(path, 0o644)
        try harness.restart()
        #expect(harness.radio.keys == nil)
        chmod(path, 0o600)
        harness.keepsKeys = false
        try harness.restart()
        #expect(harness.radio.keys == nil)
        #expect(access(path, F_OK) != 0)
    }

    @Test("R17: a revoked node's keys are gone from memory and file")
    func revoked() throws {
        let harness = try Harness([], keepsKeys: true)
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: 3)
        try ask(KeysReply(revision: 3, keys: [key("watch")]), harness, tap)
        harness.client.perform { core, link in
            core.disconnected(
                BusFailure(
                    .untrusted, BeaconBusError(.certificateRevoked, reason: "test", suggestion: "none"),
                    wasConnected: true, retryAt: nil), link)
        }
        #expect(harness.radio.keys == [])
        #expect(access("\(harness.folder.path)/keys", F_OK) != 0)
        #expect(harness.client.handler.keys.count == 0)
    }

    @Test("R17: a broker that refuses the node for a minute and three times takes its keys, one refusal does not")
    func refused() {
        var exchange = KeyExchange()
        let start = Instant(nanoseconds: 1_000_000_000_000)
        func failure(_ kind: BusFailure.Kind) -> BusFailure {
            BusFailure(
                kind, BeaconBusError(.brokerUnauthorised, reason: "test", suggestion: "none"), wasConnected: false,
                retryAt: nil)
        }
        let first = [(0, .unauthorised), (30, .unauthorised), (61, .unreachable), (62, .unauthorised)].map {
            (after: Int64, kind: BusFailure.Kind) in exchange.refused(failure(kind), start + .seconds(after))
        }
        #expect(first == [false, false, false, true])
        exchange.connected()
        let again = exchange.refused(failure(.unauthorised), start + .seconds(63))
        #expect(!again)
    }

    @Test("R18: no answer whatever ends the scanner, and broken keys in it are left out")
    func hostile() throws {
        var random = SeededGenerator(seed: 0xbad)
        let harness = try Harness([])
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        for revision in 1..<200 {
            monitored(harness, revision: Int64(revision), keys: Int64(revision))
            guard let question = tap.take().last else { continue }
            let head = try MessageCoder.decodeHead(question.payload)
            var bytes = try MessageCoder.encode(
                Head(id: head.id), KeysReply(revision: Int64(revision), keys: [key("watch"), key("phone")]))
            for _ in 0..<Int(random.next() % 4) {
                bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            harness.bus.inject(try #require(head.replyTo), bytes)
            harness.settle()
        }
        #expect(harness.client.outcome == nil)
        let odd = KeysReply(
            revision: 500,
            keys: [
                DecodingKey(name: BeaconName("short")!, kind: .irk, key: "00"),
                DecodingKey(name: BeaconName("place")!, kind: .bindKey, key: Self.secret), key("good"),
            ])
        harness.pass(.seconds(600))
        _ = tap.take()
        monitored(harness, revision: 500, keys: 500)
        try ask(odd, harness, tap)
        #expect(harness.radio.keys == ["good"])
    }

    @Test("R11: a calibration is applied while running and kept for a start without network; an empty one gives way")
    func calibration() throws {
        let harness = try Harness([])
        harness.inject(
            .calibration(Harness.node), Calibration(node: Harness.node, revision: 2, offset: 3.5, exponent: 2.4),
            retain: true)
        #expect(harness.radio.calibration?.gain == 3.5 && harness.radio.calibration?.exponent == 2.4)
        harness.pass(.seconds(5))
        #expect(harness.status?.receiver == ReceiverReport(revision: 2, offset: 3.5, exponent: 2.4))
        harness.bus.broker.isDown = true
        try harness.restart()
        #expect(harness.radio.calibration?.gain == 3.5)
        harness.bus.broker.isDown = false
        harness.pass(.seconds(120))
        harness.inject(.calibration(Harness.node), Calibration(node: Harness.node, revision: 3), retain: true)
        #expect(harness.radio.calibration?.gain == 0 && harness.radio.calibration?.exponent == 2)
        #expect(harness.client.handler.receiverReport == ReceiverReport(revision: 3, offset: 0, exponent: 2))
    }

    @Test(
        "D13: how far devices have counted is kept over a stop, and over a crash but for ten minutes; while they have keys"
    )
    func counted() throws {
        func mark(_ counter: UInt32, _ address: UInt64 = 7) -> ReplayMark {
            ReplayMark(address: BluetoothAddress(truncating: address), key: 1, scheme: 0, counter: counter)
        }
        let harness = try Harness([])
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        func give(_ revision: Int64, _ addresses: [UInt64]) throws {
            harness.pass(.seconds(1))
            let keys = addresses.map { number in
                DecodingKey(
                    name: BeaconName("sensor-\(number)")!, kind: .bindKey, key: Self.secret,
                    address: BluetoothAddress(truncating: number))
            }
            let questions = tap.take()
            try answer(harness, try #require(questions.last), KeysReply(revision: revision, keys: keys))
        }
        monitored(harness, revision: 1, keys: 3)
        try give(3, [7])
        #expect(harness.radio.counted == nil)
        harness.radio.say(.counted([mark(77)]))
        harness.settle()
        try harness.startAgain()
        #expect(harness.radio.counted == nil, "not before the keys")
        try give(3, [7])
        #expect(harness.radio.counted == [mark(77)])
        // A crash within the ten minutes loses what came since, one after them does not.
        harness.radio.say(.counted([mark(99)]))
        harness.pass(.seconds(590))
        try harness.restart()
        try give(3, [7])
        #expect(harness.radio.counted == [mark(77)])
        harness.radio.say(.counted([mark(99)]))
        harness.pass(.seconds(610))
        try harness.restart()
        // Another device's key changes nothing for this one, and what was not heard since is not forgotten.
        monitored(harness, revision: 2, keys: 4)
        try give(4, [7, 8])
        #expect(harness.radio.counted == [mark(99)])
        harness.radio.say(.counted([mark(5, 8)]))
        harness.settle()
        try harness.startAgain()
        try give(4, [7, 8])
        #expect(Set(harness.radio.counted ?? []) == [mark(99), mark(5, 8)])
        // With its key taken away a device is forgotten.
        monitored(harness, revision: 3, keys: 5)
        try give(5, [8])
        #expect(harness.radio.counted == [mark(5, 8)])
    }

    @Test("D13: with the keys goes how far their devices have counted")
    func countedWiped() throws {
        let harness = try Harness([], keepsKeys: true)
        let tap = harness.bus.tap("beaconbus-private/home/keys/kitchen")
        monitored(harness, revision: 1, keys: 3)
        try ask(KeysReply(revision: 3, keys: [key("watch")]), harness, tap)
        harness.radio.say(
            .counted([ReplayMark(address: BluetoothAddress(truncating: 7), key: 1, scheme: 0, counter: 77)]))
        harness.pass(.seconds(601))
        #expect(try marks(harness) != nil)
        monitored(harness, revision: 2, keys: nil)
        harness.settle()
        #expect(try marks(harness) == nil)
    }

    private func marks(_ harness: Harness) throws -> [UInt8]? {
        var stored: [UInt8]?
        harness.client.perform { core, _ in stored = try? core.journal.state("marks") }
        return stored
    }
}
