import Schema
import Support
import Testing

@testable import MetadataService

@Suite("Folding of monitored rules")
struct RuleFoldingTests {
    private struct Beacon {
        var identity: BeaconIdentity
        var overrideBytes = 0
    }

    private static let uuids = (0..<40).map { BeaconUUID(high: 0xfda5_0693_a4e2_4fb1, low: UInt64($0) << 40 | 0xaf) }

    private func iBeacon(_ uuid: Int, _ major: Int, _ minor: Int, overrides: Int = 0) -> Beacon {
        Beacon(
            identity: BeaconIdentity(
                iBeacon: Self.uuids[uuid % Self.uuids.count], major: UInt16(truncatingIfNeeded: major),
                minor: UInt16(truncatingIfNeeded: minor)),
            overrideBytes: overrides)
    }

    private func named(_ text: String, overrides: Int = 0) throws -> Beacon {
        Beacon(identity: try #require(BeaconID(text)).identity, overrideBytes: overrides)
    }

    private func fold(_ beacons: [Beacon], budget: Int) -> RulePlan {
        var folding = RuleFolding()
        for beacon in beacons { folding.add(beacon.identity, overrideBytes: beacon.overrideBytes) }
        return folding.plan(budget: budget)
    }

    /// The bytes the plan's rules really take, counted rule by rule.
    private func written(_ beacons: [Beacon], _ plan: RulePlan) -> Int {
        var bytes = plan.groupRules.reduce(0) { $0 + $1.bytes }
        bytes += plan.widenedFormats.reduce(0) { $0 + RuleScope.format($1).bytes }
        for beacon in beacons {
            let coverage = plan.coverage(of: beacon.identity, hasOverrides: beacon.overrideBytes > 0)
            guard coverage.hasOwnRule else { continue }
            bytes += RuleScope.beacon(beacon.identity).bytes + (coverage.keepsOverrides ? beacon.overrideBytes : 0)
        }
        return bytes
    }

    @Test("Rules that fit are not folded at all")
    func exact() throws {
        let beacons = [iBeacon(1, 1, 1), iBeacon(1, 1, 2, overrides: 40), try named("mac-0123456789ab")]
        let plan = fold(beacons, budget: 1000)
        #expect(plan.treatments.isEmpty)
        #expect(plan.fits)
        #expect(plan.bytes == written(beacons, plan))
        #expect(
            plan.coverage(of: beacons[1].identity, hasOverrides: true)
                == RulePlan.Coverage(hasOwnRule: true, keepsOverrides: true, group: nil))
    }

    @Test("The largest uuid and major is folded first, and a beacon with timing of its own keeps its rule")
    func largestFirst() throws {
        var beacons = (0..<100).map { iBeacon(1, 7, $0) } + (0..<5).map { iBeacon(1, 8, $0) }
        beacons.append(iBeacon(1, 7, 1000, overrides: 50))
        let plan = fold(beacons, budget: 2000)
        let major = RuleScope.major(Self.uuids[1], 7)
        #expect(plan.groupRules == [major])
        #expect(
            plan.coverage(of: beacons[0].identity, hasOverrides: false)
                == RulePlan.Coverage(hasOwnRule: false, keepsOverrides: false, group: major))
        #expect(
            plan.coverage(of: iBeacon(1, 7, 1000).identity, hasOverrides: true)
                == RulePlan.Coverage(hasOwnRule: true, keepsOverrides: true, group: major))
        #expect(plan.coverage(of: iBeacon(1, 8, 0).identity, hasOverrides: false).hasOwnRule)
    }

    @Test("Majors folded on the way to a coarser rule elsewhere are opened again")
    func undo() {
        // One uuid with so many majors that only the uuid fits, and another whose few beacons fit as they are.
        let whale = (0..<3000).map { iBeacon(1, $0, 0) } + (0..<3000).map { iBeacon(1, $0, 1) }
        let beacons = whale + (0..<10).map { iBeacon(2, 1, $0) }
        let plan = fold(beacons, budget: 10_000)
        #expect(plan.groupRules == [.uuid(Self.uuids[1])])
        #expect(plan.coverage(of: iBeacon(2, 1, 3).identity, hasOverrides: false).hasOwnRule)
    }

    @Test("Whole formats are monitored only when nothing finer fits; addresses never are")
    func formats() throws {
        var beacons: [Beacon] = []
        for index in 0..<2000 { beacons.append(try named("altbeacon-" + hex(index, 40))) }
        for index in 0..<RuleFolding.maximumUnfoldable {
            beacons.append(try named("mac-" + hex(index, 12), overrides: 60))
        }
        let plan = fold(beacons, budget: 60_000)
        #expect(plan.fits)
        #expect(plan.widenedFormats == [.altBeacon])
        for beacon in beacons.suffix(RuleFolding.maximumUnfoldable) {
            #expect(plan.coverage(of: beacon.identity, hasOverrides: true).hasOwnRule)
        }
    }

    @Test("L1: whatever is registered, every beacon is covered by the rules, and the rules fit")
    func everyBeaconIsCovered() throws {
        let seed: UInt64 = 0xf01d
        var random = SeededGenerator(seed: seed)
        for round in 0..<25 {
            let beacons = try registry(&random)
            let budget = Int(random.next() % 40_000) + 8_000
            let plan = fold(beacons, budget: budget)
            let comment: Comment = "seed \(seed), round \(round), \(beacons.count) beacons, budget \(budget)"
            #expect(plan.fits, comment)
            #expect(plan.bytes == written(beacons, plan), comment)
            let groups = Set(plan.groupRules)
            let formats = Set(plan.widenedFormats)
            let uncovered = beacons.filter { beacon in
                let coverage = plan.coverage(of: beacon.identity, hasOverrides: beacon.overrideBytes > 0)
                if coverage.hasOwnRule { return false }
                // The group must really have a rule, and really contain the beacon.
                var scope: RuleScope? = .beacon(beacon.identity)
                while let current = scope {
                    if groups.contains(current) { return false }
                    if case .format(let format) = current, formats.contains(format) { return false }
                    scope = current.parent
                }
                return true
            }
            #expect(uncovered.isEmpty, comment)
        }
    }

    private func hex(_ value: Int, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// A registry of a random size and shape: few or many uuids and majors, other formats, some with overrides.
    private func registry(_ random: inout SeededGenerator) throws -> [Beacon] {
        let uuids = Int(random.next() % 40) + 1
        let majors = Int(random.next() % 2000) + 1
        var beacons: [BeaconIdentity: Beacon] = [:]
        for _ in 0..<Int(random.next() % 2500) {
            let overrides = random.next() % 10 == 0 ? Int(random.next() % 80) + 1 : 0
            let draw = Int(random.next() % 1_000_000)
            let beacon =
                switch random.next() % 10 {
                case 0: try named("eddystone-" + hex(draw % 300, 20) + "-" + hex(draw, 12), overrides: overrides)
                case 1: try named("altbeacon-" + hex(draw, 40), overrides: overrides)
                case 2: try named("eddystone-eid-" + hex(draw, 16), overrides: overrides)
                case 3 where draw % 20 == 0: try named("mac-" + hex(draw, 12), overrides: overrides)
                default: iBeacon(draw % uuids, Int(random.next() % UInt64(majors)), draw % 65536, overrides: overrides)
                }
            beacons[beacon.identity] = beacon
        }
        return beacons.values.sorted { $0.identity.id.description < $1.identity.id.description }
    }
}
