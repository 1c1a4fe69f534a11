import Schema
import Testing

@testable import Tracking

@Suite("Tracker, restore")
struct TrackerRestoreTests {
    private func saved(_ minor: UInt16, _ activation: UInt64, age: Duration?) -> SavedActivation {
        SavedActivation(
            identity: beacon(minor), activation: activation, sinceFirst: .seconds(3_600), age: age, zone: .near,
            name: ShortText("tag"))
    }

    @Test("D12: up to 15 minutes old they go on with the same id and a full time-out, without an event")
    func goesOn() {
        let site = Fixture()
        site.tracker.restore([saved(1, 41, age: .seconds(900))], cause: .stopped, at: site.now, into: &site.events)
        #expect(site.said() == [])
        #expect(site.tracker.activeCount == 1)
        site.pass(.milliseconds(29_800))
        #expect(site.said() == [])
        site.pass(.milliseconds(340))
        #expect(site.events.first?.beacon.zone == .near)
        #expect(site.events.first.map { $0.at - $0.beacon.firstSeen >= .seconds(3_600) } == true)
        #expect(site.said() == ["inactive silent 41"])
    }

    @Test(
        "D12: older ones, of unknown age and from the future get inactive before any new active",
        arguments: [
            Duration.seconds(901), .seconds(-1), nil,
        ])
    func tooOld(age: Duration?) {
        let site = Fixture()
        site.tracker.restore([saved(1, 41, age: age)], cause: .restarted, at: site.now, into: &site.events)
        site.hear(beacon(1))
        site.hear(beacon(1))
        #expect(site.said() == ["inactive restarted 41", "active initial 42"])
    }

    @Test("R14: one that is no longer monitored gets inactive, removed")
    func removed() {
        let site = Fixture(monitored: MonitoredSet(formats: []))
        site.tracker.restore([saved(1, 41, age: .zero)], cause: .stopped, at: site.now, into: &site.events)
        #expect(site.said() == ["inactive removed 41"])
    }

    @Test("D12: what comes back counts once even if a damaged store names it twice, and numbers go on behind it")
    func twice() {
        let site = Fixture()
        let kept = [saved(1, 41, age: .seconds(5)), saved(2, 42, age: .seconds(5))]
        site.tracker.restore(kept + kept, cause: .stopped, at: site.now, into: &site.events)
        #expect(site.tracker.activeCount == 2)
        site.hear(beacon(4))
        site.hear(beacon(4))
        #expect(site.said() == ["active initial 43"])
    }

    @Test("D21: a restored activation is not initial again when it is heard")
    func notInitial() {
        let site = Fixture()
        site.tracker.restore([saved(1, 41, age: .zero)], cause: .stopped, at: site.now, into: &site.events)
        for _ in 0..<5 {
            site.pass(.seconds(1))
            site.hear(beacon(1))
        }
        #expect(site.said() == [])
    }
}
