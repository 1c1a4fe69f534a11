import Schema
import Support
import Testing

@testable import MetadataService

@Suite("Monitored message")
struct MonitoredBuilderTests {
    private let folder = TemporaryFolder()

    /// Whether a node would monitor the beacon, judged by the message alone, as a subscriber reads it.
    private func matches(_ message: Monitored, _ identity: BeaconIdentity) -> Bool {
        message.formats.contains { $0.covers(identity.format) }
            || message.rules.contains { rule in
                if let beacon = rule.beacon { return beacon.identity == identity }
                if let namespace = rule.namespace {
                    return namespace == identity.namespace
                        && (rule.instance.map { $0 == identity.instance } ?? true)
                }
                return rule.uuid != nil && rule.uuid == identity.uuid
                    && (rule.major.map { $0 == identity.major.map(Int64.init) } ?? true)
                    && (rule.minor.map { $0 == identity.minor.map(Int64.init) } ?? true)
            }
    }

    private func hex(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    private func record(_ random: inout SeededGenerator, majors: UInt64) throws -> RegistryRecord {
        let draw = random.next() % 100_000
        let overrides =
            switch random.next() % 20 {
            case 0: #","timing":{"sightings":1,"timeout":60000},"power":-61"#
            case 1: #","power":-70"#
            default: ""
            }
        let id =
            switch random.next() % 12 {
            case 0: "eddystone-\(hex(draw % 40, 20))-\(hex(draw, 12))"
            case 1: "altbeacon-\(hex(draw, 40))"
            case 2: "mac-\(hex(draw % 300, 12))"
            default: "ibeacon-fda50693-a4e2-4fb1-afcf-c6eb0764\(hex(draw % 3, 4))-\(draw % majors)-\(draw % 65_536)"
            }
        return RegistryRecord(
            identity: try #require(BeaconID(id)).identity, json: Array("{}".utf8), overrides: Array(overrides.utf8))
    }

    @Test("L1: every registered beacon is matched by the message, whatever is registered, and the message fits")
    func everyBeacon() throws {
        let seed: UInt64 = 0x90d5
        var random = SeededGenerator(seed: seed)
        for (round, size) in [10, 300, 900, 2_500].enumerated() {
            let registry = try Registry(folder: "\(folder.path)/\(round)")
            let records = try (0..<size).map { _ in try record(&random, majors: round < 3 ? 5 : 60_000) }
            _ = try registry.put(records)
            let message = try MonitoredBuilder(formats: [], rules: []).message(for: registry)
            let comment: Comment = "seed \(seed), round \(round)"
            #expect(try MessageCoder.encode(Head(), message).count <= MessageCoder.maximumLength, comment)
            #expect(message.revision == 1, comment)
            #expect((message.folded == nil) == (size < 400), comment)
            let missed = records.filter { !matches(message, $0.identity) }
            #expect(missed.isEmpty, comment)
            // What went over the bus is what was meant.
            let read = try MessageCoder.decode(Monitored.self, MessageCoder.encode(Head(), message)).body
            #expect(read == message, comment)
        }
    }

    @Test("Rules of the configuration: uuid, uuid/major, uuid/major/minor, namespace, beacon id, and nothing else")
    func configured() {
        let uuid = "fda50693-a4e2-4fb1-afcf-c6eb07647825"
        for text in [
            uuid, "\(uuid)/7", "\(uuid)/7/65535", "00112233445566778899", "mac-0123456789ab",
            "eddystone-00112233445566778899-001122334455",
        ] {
            #expect(MonitorRule(configured: text)?.configured == text)
            #expect(MonitorRule(configured: text)?.registered == false)
        }
        for text in ["", "/", "\(uuid)/", "\(uuid)/x", "\(uuid)/70000", "\(uuid)/1/2/3", "nonsense", "mac-1"] {
            #expect(MonitorRule(configured: text) == nil, "\(text)")
        }
    }
}
