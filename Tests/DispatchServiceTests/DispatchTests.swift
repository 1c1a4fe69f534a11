import Bus
import Schema
import Store
import Support
import Testing

@testable import DispatchCore

@Suite("Dispatch on the bus")
struct DispatchTests {
    let one = FakeNode.beacon(1)
    let two = FakeNode.beacon(2)

    @Test("L7, L14: an active leads to one look-up and one check-in with beacon and action")
    func checkIn() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "lobby", "extra": 1]]
        let node = FakeNode("kitchen", site.bus)
        let activation = node.active(one)
        #expect(site.metadata.requests == [[one]])
        let action = try #require(site.actions.bodies(CheckIn.self).first)
        #expect(site.actions.topics.filter { $0.hasSuffix("check-in") }.count == 1)
        #expect(action.number == 1 && action.activation.description == activation)
        #expect(action.beacon.beacon.description == one && action.beacon.name == "Test")
        #expect(action.action.placeID == "lobby" && action.action.fields["extra"] == 1)
        #expect(action.repeated == nil && action.late == nil)
        let outcome = try #require(site.outcomes.bodies(Outcome.self).first)
        #expect(outcome.outcome == .done && outcome.number == 1 && outcome.action == .checkIn)
        node.inactive(one)
        #expect(site.metadata.requests.count == 1)
        #expect(site.counters["open"] == 0 && site.counters["outbox"] == 0)
    }

    @Test(
        "L14: the other three actions name no beacon in their body",
        arguments: [ActionKind.showAsset, .inboxAdd, .inboxSave])
    func withoutBeacon(kind: ActionKind) throws {
        let site = try Site()
        site.metadata.records[one] = [kind.metadataKey: try #require(ActionDecisionTests.good[kind])]
        _ = FakeNode("kitchen", site.bus).active(one)
        let message = try #require(site.actions.messages.first { $0.topic.hasSuffix(kind.level) })
        let value = try JSONValue.parse(message.payload)
        #expect(value["beacon"] == nil && value["uuid"] == nil && value["number"] == 1)
        switch kind {
        case .showAsset: _ = try MessageCoder.decode(ShowAsset.self, message.payload)
        case .inboxAdd: _ = try MessageCoder.decode(InboxAdd.self, message.payload)
        default: _ = try MessageCoder.decode(InboxSave.self, message.payload)
        }
    }

    @Test("L10, L18: each activation is decided from what its own look-up found, not from its event")
    func decidedByLookup() throws {
        let site = try Site()
        let node = FakeNode("kitchen", site.bus)
        site.metadata.records[one] = ["show_asset_action": ["asset_id": "map"]]
        _ = node.active(one)
        node.inactive(one)
        site.metadata.records[one] = ["inbox_add_assets_action": ["asset_ids": ["letter"]]]
        _ = node.active(one)
        #expect(site.metadata.requests == [[one], [one]])
        #expect(site.outcomes.bodies(Outcome.self).map(\.action) == [.showAsset, .inboxAdd])
    }

    @Test("L15, L16: no known key, no record, inactive and changed lead to no action and no error")
    func nothing() throws {
        let site = try Site()
        site.metadata.records[one] = ["colour": "red", "checkin_action": nil]
        let node = FakeNode("kitchen", site.bus)
        let first = node.active(one)
        let second = node.active(two)
        node.inactive(one)
        #expect(site.outcome(first) == OutcomeKind.none)
        #expect(site.outcome(second) == OutcomeKind.none)
        #expect(site.outcomes.bodies(Outcome.self).allSatisfy { $0.error == nil })
        #expect(site.actions.messages.count == 2)
    }

    @Test("L17, D10: an unanswered look-up is asked again, and fails visibly 15 minutes after the entry was stored")
    func failedLookup() throws {
        let site = try Site()
        site.metadata.isSilent = true
        let activation = FakeNode("kitchen", site.bus).active(one)
        site.bus.advance(.seconds(30))
        #expect((3...6).contains(site.metadata.requests.count))
        #expect(site.outcome(activation) == nil)
        site.bus.advance(.seconds(15 * 60))
        #expect(site.outcome(activation) == .failed)
        let outcome = try #require(site.outcomes.bodies(Outcome.self).first)
        #expect(outcome.error?.code == .lookupFailed)
        let asked = site.metadata.requests.count
        site.bus.advance(.seconds(600))
        #expect(site.metadata.requests.count == asked)
    }

    @Test("D10, D11: metadata that comes back is used; by then the beacon may be gone, and the action is late")
    func lateAnswer() throws {
        let site = try Site()
        site.metadata.isSilent = true
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let node = FakeNode("kitchen", site.bus)
        let activation = node.active(one)
        site.bus.advance(.seconds(20))
        node.inactive(one)
        site.metadata.isSilent = false
        site.bus.advance(.seconds(60))
        #expect(site.outcome(activation) == .done)
        let action = try #require(site.actions.bodies(CheckIn.self).first)
        #expect(action.late == true && action.age >= 20_000)
    }

    @Test("A look-up that fails for good is an outcome at once; one that does not fit is asked again at once")
    func answers() throws {
        let site = try Site()
        let error = BeaconBusError(.recordInvalid, reason: "broken", suggestion: "Mend it.", retryable: false)
        site.metadata.answers[one] = LookupAnswer(beacon: one, answer: .failed, error: error)
        site.metadata.records[two] = ["show_asset_action": ["asset_id": "a"]]
        site.metadata.capacity = 1
        let node = FakeNode("kitchen", site.bus)
        let first = node.becomesActive(one)
        let second = node.becomesActive(two)
        node.resend([0, 1])
        #expect(site.outcome(first) == .failed)
        #expect(site.outcome(second) == .done)
    }

    @Test("L17: an action of the wrong shape is a failed outcome, and no other action is tried")
    func wrongShape() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": 7], "show_asset_action": ["asset_id": "a"]]
        let activation = FakeNode("kitchen", site.bus).active(one)
        #expect(site.outcome(activation) == .failed)
        #expect(site.outcomes.bodies(Outcome.self).first?.error?.code == .actionInvalid)
        #expect(site.actions.messages.count == 1)
    }

    @Test("D16: an action that is too old expires and has no effect")
    func expired() throws {
        let site = try Site()
        site.metadata.records[one] = ["show_asset_action": ["asset_id": "a"]]
        site.metadata.records[two] = ["show_asset_action": ["asset_id": "a", "max_age_s": 100]]
        let node = FakeNode("kitchen", site.bus)
        let first = node.active(one, firstSeen: .seconds(31))
        let second = node.active(two, firstSeen: .seconds(31))
        #expect(site.outcome(first) == .expired)
        #expect(site.outcome(second) == .done)
    }

    @Test("L19: redelivered entries, live or unacknowledged, change nothing and are acknowledged again")
    func redelivery() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let node = FakeNode("kitchen", site.bus)
        _ = node.active(one)
        node.resend([0])
        node.publish([0])
        node.inactive(one)
        node.resend([0, 1])
        site.bus.advance(.seconds(1))
        #expect(site.outcomes.bodies(Outcome.self).count == 1)
        #expect(site.metadata.requests.count == 1)
        let acknowledged = try #require(
            site.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/beacons/acknowledged"))
        let body = try MessageCoder.decode(Acknowledged.self, acknowledged.payload).body
        #expect(body.through == 2 && body.journal.description == node.journal)
    }

    @Test("Entries that come out of order are acknowledged up to the gap, and an inactive may come before its active")
    func reordering() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let node = FakeNode("kitchen", site.bus)
        _ = node.becomesActive(two)
        let activation = node.becomesActive(one)
        node.becomesInactive(one)
        node.publish([2])
        site.bus.advance(.seconds(1))
        #expect(site.engine.streams.values.first?.through == 0)
        try site.restart()
        node.publish([1])
        #expect(site.outcome(activation) == .done)
        #expect(site.actions.bodies(CheckIn.self).first?.late == true)
        node.publish([0])
        #expect(site.engine.streams.values.first?.through == 3)
        #expect(site.engine.streams.values.first?.beyond.isEmpty == true)
        #expect(site.engine.book.openCount == 1)
    }

    @Test("Entries the journal has given up count as settled")
    func oldest() throws {
        let site = try Site()
        let node = FakeNode("kitchen", site.bus)
        for minor in 1...5 { node.becomesActive(FakeNode.beacon(minor)) }
        node.publish([0])
        node.oldest = 4
        node.publish([4])
        node.publish([3])
        #expect(site.engine.streams.values.first?.through == 5)
        #expect(site.counters["missed"] == 2)
    }

    @Test("After a restart of dispatch, work goes on where it was and outcomes come once")
    func restart() throws {
        let site = try Site()
        site.metadata.isSilent = true
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let node = FakeNode("kitchen", site.bus)
        let activation = node.active(one)
        try site.restart()
        #expect(site.counters["open"] == 1)
        site.metadata.isSilent = false
        site.bus.advance(.seconds(120))
        #expect(site.outcome(activation) == .done)
        try site.restart()
        node.resend([0])
        site.bus.advance(.seconds(120))
        #expect(try site.ledger() == [activation: [.done]])
        let numbers = Set(site.actions.bodies(CheckIn.self).map(\.number))
        #expect(numbers == [1])
    }

    @Test("Actions of the last 60 s go out again after a reconnect, marked; older ones do not")
    func reconnect() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        site.metadata.records[two] = ["checkin_action": ["place_id": "b"]]
        let node = FakeNode("kitchen", site.bus)
        _ = node.active(one)
        site.bus.advance(.seconds(70))
        _ = node.active(two)
        site.bus.advance(.seconds(10))
        let before = site.actions.bodies(CheckIn.self).count
        #expect(before == 2)
        site.bus.broker.restart(keepingRetained: false)
        site.bus.advance(.seconds(60))
        let again = site.actions.bodies(CheckIn.self).dropFirst(before)
        #expect(again.map(\.number) == [2])
        #expect(again.allSatisfy { $0.repeated == true })
    }

    @Test("A consumer gets actions again by number, and one reply when the last has gone out")
    func replay() throws {
        let site = try Site()
        let node = FakeNode("kitchen", site.bus)
        for minor in 1...5 {
            site.metadata.records[FakeNode.beacon(minor)] = ["show_asset_action": ["asset_id": .string("a\(minor)")]]
            _ = node.active(FakeNode.beacon(minor))
        }
        let replies = site.bus.tap("beaconbus-private/home/replies/op_anna/#")
        let before = site.actions.bodies(ShowAsset.self).count
        site.bus.inject(
            "beaconbus/home/actions/commands/replay/op_anna",
            #"{"v":1,"id":"r1","replyTo":"beaconbus-private/home/replies/op_anna/r1","after":2,"limit":2}"#)
        site.bus.advance(.seconds(1))
        let again = site.actions.bodies(ShowAsset.self).dropFirst(before)
        #expect(again.map(\.number) == [3, 4])
        #expect(again.allSatisfy { $0.repeated == true })
        let reply = try #require(replies.bodies(ReplayReply.self).first)
        #expect(replies.messages.count == 1)
        #expect(reply.count == 2 && reply.last == 4 && reply.more)
        site.bus.inject(
            "beaconbus/home/actions/commands/replay/op_anna", #"{"v":1,"after":0}"#, retain: true)
        site.bus.advance(.seconds(1))
        #expect(site.actions.bodies(ShowAsset.self).count == before + 2)
    }

    @Test("Inboxes are retained with counts: added unread, kept by save, gone when they expire")
    func inboxes() throws {
        let site = try Site()
        site.metadata.records[one] = [
            "inbox_add_assets_action": [
                "asset_ids": ["a", "b"], "inbox": "desk", "expires_at": "2026-01-01T01:00:00Z",
            ]
        ]
        site.metadata.records[two] = ["inbox_save_assets_action": ["asset_ids": ["b", "c"], "inbox": "desk"]]
        func inbox() throws -> Inbox? {
            try site.bus.broker.retainedMessage("beaconbus/home/inboxes/desk").map {
                try MessageCoder.decode(Inbox.self, $0.payload).body
            }
        }
        let node = FakeNode("kitchen", site.bus)
        _ = node.active(one)
        site.bus.advance(.seconds(1))
        #expect(try inbox()?.total == 2)
        _ = node.active(two)
        site.bus.advance(.seconds(1))
        let full = try #require(try inbox())
        #expect(full.total == 3 && full.unread == 3 && full.kept == 2)
        #expect(Set(full.entries.map(\.asset)) == ["a", "b", "c"])
        site.bus.advance(.seconds(3700))
        let later = try #require(try inbox())
        #expect(Set(later.entries.map(\.asset)) == ["b", "c"])
        #expect(later.entries.allSatisfy { $0.kept && $0.expires == nil })
    }

    @Test("D23: initial ones act like others unless that is turned off, and start-up bursts are rate limited, counted")
    func initial() throws {
        let quiet = try Site { $0.settings.onInitial = false }
        quiet.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let activation = FakeNode("kitchen", quiet.bus).active(one, cause: "initial")
        #expect(quiet.outcome(activation) == OutcomeKind.none)
        #expect(quiet.metadata.requests.isEmpty)

        let site = try Site { $0.settings.initialRate = 10 }
        let node = FakeNode("kitchen", site.bus)
        for minor in 1...30 { node.becomesActive(FakeNode.beacon(minor), cause: "initial") }
        node.resend(Array(0..<30))
        #expect(site.metadata.requests.joined().count == 10)
        #expect(try #require(site.counters["initialDeferred"]) > 0)
        site.bus.advance(.seconds(3))
        #expect(site.counters["outcomes.none"] == 30)
    }

    @Test("R18: what cannot be read is dropped and counted, and what is good in the same pass is done")
    func junk() throws {
        let site = try Site()
        let node = FakeNode("kitchen", site.bus)
        for payload in ["", "{", "[]", #"{"v":2}"#, #"{"v":1,"node":"other","kind":"active","beacons":[]}"#, "null"] {
            site.bus.inject("beaconbus/home/nodes/kitchen/beacons/active", payload)
            site.bus.inject("beaconbus/home/nodes/kitchen/beacons/unacknowledged", payload)
            site.bus.inject("beaconbus/home/nodes/kitchen/state", payload)
            site.bus.inject("beaconbus/home/nodes/kitchen/lost", payload)
            site.bus.inject("beaconbus/home/services/metadata", payload)
            site.bus.inject("beaconbus/home/actions/commands/replay/op_anna", payload)
        }
        let activation = node.active(one)
        #expect(site.outcome(activation) == OutcomeKind.none)
        #expect(try #require(site.counters["invalid"]) > 10)
    }

    @Test("R9: taken over while it is still quiet, it was the newcomer, and ends with the code for that")
    func takenOver() throws {
        let site = try Site { $0.quiet = .seconds(10) }
        site.bus.advance(.seconds(5))
        let old = site.dispatch
        try site.joinAnother()
        site.bus.advance(.seconds(1))
        guard case .failure(let error) = old.outcome else {
            Issue.record("it goes on: \(String(describing: old.outcome))")
            return
        }
        #expect(error.code == .clientIdInUse)
        #expect(site.bus.broker.retainedMessage("beaconbus/home/services/dispatch") == nil)
    }

    @Test("An entry that can never be read is counted, and its journal does not wait for it for ever")
    func poison() throws {
        let site = try Site()
        let node = FakeNode("kitchen", site.bus)
        node.becomesActive(one)
        node.becomesActive(two)
        site.bus.inject(
            "beaconbus/home/nodes/kitchen/beacons/unacknowledged",
            """
            {"v":1,"node":"kitchen","kind":"journal","run":"1.1","journal":"\(node.journal)","oldest":1,
            "beacons":[{"entry":1,"beacon":"what?"}]}
            """)
        node.publish([1])
        #expect(site.engine.streams.values.first?.through == 2)
        #expect(site.counters["invalid"] == 1)
    }

    @Test(
        "A locked ledger: nothing is acknowledged, the connection ends, and the journal's repetition delivers everything"
    )
    func lockedLedger() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        let node = FakeNode("kitchen", site.bus)
        _ = node.active(two)
        let blocker = try Database(path: site.path)
        try blocker.begin()
        let activation = node.active(one)
        #expect(!site.dispatch.link.isConnected)
        #expect(site.outcome(activation) == nil)
        site.bus.advance(.seconds(60))
        #expect(!site.dispatch.link.isConnected)
        blocker.rollback()
        site.bus.advance(.seconds(60))
        #expect(site.dispatch.link.isConnected)
        node.resend([0, 1])
        #expect(site.outcome(activation) == .done)
        #expect(site.counters["duplicates"] == 1)
        #expect(try site.ledger().values.allSatisfy { $0.count == 1 })
    }

    @Test("R21: a ledger nothing happens to is not written, and the status is not published again and again")
    func idle() throws {
        let site = try Site()
        site.metadata.records[one] = ["checkin_action": ["place_id": "a"]]
        _ = FakeNode("kitchen", site.bus).active(one)
        site.bus.advance(.seconds(60))
        let written = site.engine.ledger.bytesWritten
        let tap = site.bus.tap("beaconbus/home/#")
        site.bus.advance(.seconds(3600))
        #expect(site.engine.ledger.bytesWritten == written)
        #expect(tap.messages.isEmpty)
    }

    @Test("R12: with too much that goes on, entries are left to their journals and taken later")
    func bounded() throws {
        let site = try Site { $0.settings.maximumLive = 2 }
        let node = FakeNode("kitchen", site.bus)
        for minor in 1...3 { _ = node.active(FakeNode.beacon(minor)) }
        #expect(site.engine.streams.values.first?.through == 2)
        #expect(site.counters["refused"] == 1)
        node.inactive(one)
        node.resend([2])
        #expect(site.engine.streams.values.first?.through == 4)
        #expect(site.counters["outcomes.none"] == 3)
    }

    @Test("Only one of them works: quiet for 10 s after its first connection, then ready")
    func quiet() throws {
        let site = try Site { $0.quiet = .seconds(10) }
        site.bus.advance(.seconds(9))
        #expect(site.bus.broker.retainedMessage("beaconbus/home/services/dispatch") == nil)
        let node = FakeNode("kitchen", site.bus)
        node.becomesActive(one)
        node.publishLast()
        #expect(site.metadata.requests.isEmpty)
        site.bus.advance(.seconds(2))
        let status = try #require(site.bus.broker.retainedMessage("beaconbus/home/services/dispatch"))
        #expect(try MessageCoder.decode(ServiceStatus.self, status.payload).body.ready)
        node.resend([0])
        #expect(site.metadata.requests.count == 1)
    }
}
