import Schema
import Store
import Support
import Testing

@testable import DispatchCore

@Suite("Episodes")
struct EpisodeTests {
    let one = FakeNode.beacon(1)
    let checkIn: [String: JSONValue] = ["checkin_action": ["place_id": "lobby"]]

    private func site(_ metadata: [String: JSONValue]) throws -> (Site, FakeNode, FakeNode) {
        let site = try Site()
        site.metadata.records[one] = metadata
        let nodes = (FakeNode("kitchen", site.bus), FakeNode("hall", site.bus))
        for node in [nodes.0, nodes.1] { node.state("running") }
        return (site, nodes.0, nodes.1)
    }

    @Test("D15: a stay over two nodes acts once; the second one is joined, also after a hand-over (R3)")
    func joined() throws {
        let (site, kitchen, hall) = try site(checkIn)
        let first = kitchen.active(one)
        let second = hall.active(one)
        kitchen.inactive(one)
        let third = kitchen.active(one)
        #expect([first, second, third].map(site.outcome) == [.done, .joined, .joined])
        hall.inactive(one)
        kitchen.inactive(one)
        site.bus.advance(.seconds(1))
        let fourth = hall.active(one)
        #expect(site.outcome(fourth) == .done)
        #expect(site.actions.bodies(CheckIn.self).count == 2)
    }

    @Test("D15: with scope node every activation acts")
    func nodeScope() throws {
        let (site, kitchen, hall) = try site(["show_asset_action": ["asset_id": "a"]])
        #expect([kitchen.active(one), hall.active(one)].map(site.outcome) == [.done, .done])
        let (other, first, second) = try self.site(["show_asset_action": ["asset_id": "a", "scope": "site"]])
        #expect([first.active(one), second.active(one)].map(other.outcome) == [.done, .joined])
    }

    @Test("D15: after a failed or expired one the next one tries")
    func nextTries() throws {
        let (site, kitchen, hall) = try site(["checkin_action": ["place": "wrong"]])
        #expect(site.outcome(kitchen.active(one)) == .failed)
        site.metadata.records[one] = ["checkin_action": ["place_id": "a", "max_age_s": 60]]
        #expect(site.outcome(hall.active(one, firstSeen: .seconds(61))) == .expired)
        let office = FakeNode("office", site.bus)
        #expect(site.outcome(office.active(one)) == .done)
    }

    @Test("D15: a cooldown holds over all nodes and episodes")
    func cooldown() throws {
        let (site, kitchen, hall) = try site(["checkin_action": ["place_id": "a", "cooldown_s": 600]])
        #expect(site.outcome(kitchen.active(one)) == .done)
        kitchen.inactive(one)
        site.bus.advance(.seconds(300))
        #expect(site.outcome(hall.active(one)) == .joined)
        hall.inactive(one)
        try site.restart()
        site.bus.advance(.seconds(301))
        #expect(site.outcome(kitchen.active(one)) == .done)
    }

    @Test("D9, D15: a lost node holds its episodes for 15 minutes, and its will ends no activation")
    func lostNode() throws {
        let (site, kitchen, hall) = try site(checkIn)
        _ = kitchen.active(one)
        kitchen.lost()
        site.bus.advance(.seconds(14 * 60))
        #expect(site.outcome(hall.active(one)) == .joined)
        hall.inactive(one)
        site.bus.advance(.seconds(2 * 60))
        #expect(site.outcome(hall.active(one)) == .done)
        #expect(site.counters["released"] == 1)
    }

    @Test("D15: an older will than the node's state does nothing (R3)")
    func oldWill() throws {
        let (site, kitchen, hall) = try site(checkIn)
        kitchen.state("running", session: 5)
        _ = kitchen.active(one)
        kitchen.lost(session: 4)
        site.bus.advance(.seconds(3600))
        #expect(site.outcome(hall.active(one)) == .joined)
    }

    @Test("D15: a stopped node lets go after 15 minutes, a forgotten one at once", arguments: [false, true])
    func stoppedNode(forgotten: Bool) throws {
        let (site, kitchen, hall) = try site(checkIn)
        _ = kitchen.active(one)
        if forgotten {
            site.bus.inject("beaconbus/home/nodes/kitchen/state", "", retain: true)
            site.bus.advance(.seconds(1))
            // R14: nothing is left behind.
            #expect(site.bus.broker.retainedMessage("beaconbus/home/nodes/kitchen/beacons/acknowledged") == nil)
        } else {
            kitchen.state("idle", session: 2)
            site.bus.advance(.seconds(15 * 60 + 1))
        }
        #expect(site.outcome(hall.active(one)) == .done)
    }

    @Test("D15: an activation that comes back under its old id holds its episode again")
    func rejoins() throws {
        let (site, kitchen, hall) = try site(checkIn)
        _ = kitchen.active(one)
        kitchen.lost()
        site.bus.advance(.seconds(20 * 60))
        kitchen.state("running", session: 2)
        #expect(site.outcome(hall.active(one)) == .joined)
        hall.inactive(one)
        kitchen.inactive(one)
        site.bus.advance(.seconds(1))
        #expect(site.outcome(hall.active(one)) == .done)
    }

    @Test("D23: an initial one joins an episode that was open at most 15 minutes ago; an arrived one does not")
    func initial() throws {
        let (site, kitchen, hall) = try site(checkIn)
        _ = kitchen.active(one)
        kitchen.inactive(one)
        site.bus.advance(.seconds(14 * 60))
        #expect(site.outcome(kitchen.active(one, cause: "initial")) == .joined)
        kitchen.inactive(one)
        site.bus.advance(.seconds(16 * 60))
        #expect(site.outcome(hall.active(one, cause: "initial")) == .done)
        hall.inactive(one)
        site.bus.advance(.seconds(60))
        #expect(site.outcome(hall.active(one, cause: "arrived")) == .done)
    }

    @Test("D23: a restarted scanner's initial one shows no asset a second time")
    func initialNodeScope() throws {
        let (site, kitchen, _) = try site(["show_asset_action": ["asset_id": "a"]])
        _ = kitchen.active(one)
        kitchen.inactive(one)
        site.bus.advance(.seconds(60))
        #expect(site.outcome(kitchen.active(one, cause: "initial")) == .joined)
    }

    @Test("R22: activations out of a backlog are settled by their own age and episode")
    func backlog() throws {
        let (site, kitchen, hall) = try site(checkIn)
        // While the hall is cut off: a stay that overlaps the kitchen's, and later one of its own.
        _ = kitchen.active(one)
        let overlapping = hall.becomesActive(one)
        site.bus.advance(.seconds(60))
        kitchen.inactive(one)
        hall.becomesInactive(one)
        site.bus.advance(.seconds(3600))
        let alone = hall.becomesActive(one)
        site.bus.advance(.seconds(60))
        hall.becomesInactive(one)
        site.bus.advance(.seconds(3600))
        let now = kitchen.active(one)
        hall.resend([0, 1, 2, 3])
        #expect(site.outcome(overlapping) == .joined)
        #expect(site.outcome(alone) == .done)
        #expect(site.outcome(now) == .done)
        // The present stay is untouched by what came later but happened before.
        #expect(site.engine.book.openCount == 1)
    }

    @Test("An inactive that was lost is made up for by the next active of the same node")
    func lostInactive() throws {
        let (site, kitchen, _) = try site(checkIn)
        _ = kitchen.active(one)
        site.bus.advance(.seconds(600))
        let next = kitchen.active(one)
        #expect(site.outcome(next) == .done)
        #expect(site.engine.live.count == 1)
    }
}
