import Schema
import Support
import Testing
import Tracking

@testable import ScannerService

@Suite("Entries in the journal")
struct EntryRecordTests {
    /// An entry as version 1 wrote it: registered, with 2,950 mV, 20.5 °C, 87 %, 3 presses and 9 motions.
    private static let first: [UInt8] = {
        var writer = RecordWriter()
        let identity = BeaconIdentity(mac: BluetoothAddress(truncating: 0xc0_0000_0000_01))
        writer.fixed(UInt8(1))
        writer.fixed(identity.words.0)
        writer.fixed(identity.words.1)
        writer.fixed(identity.words.2)
        writer.fixed(TrackerEvent.Cause.arrived.rawValue)
        writer.fixed(Zone.near.rawValue)
        writer.fixed(UInt16(8 | 32 | 64 | 128 | 256 | 512))
        for value in [12, 34, 0xc0_0000_0000_01, 2, 30_000] as [UInt64] { writer.number(value) }
        writer.text("tag".utf8)
        writer.text([])
        writer.fixed(UInt16(2_950))
        writer.fixed(Int16(20.5 * 256))
        writer.fixed(UInt8(87))
        writer.fixed(UInt16(3))
        writer.fixed(UInt16(9))
        return writer.bytes
    }()

    @Test("D19: an entry of the version before is read, and written in the present one")
    func before() throws {
        let record = try #require(EntryRecord(Self.first))
        #expect(record.registered && record.name.text == "tag" && record.timeout == 30_000)
        let telemetry = record.telemetry
        #expect(telemetry.batteryMillivolts == 2_950 && telemetry.temperature == 20.5 && telemetry.battery == 87)
        #expect(telemetry.buttons == 3 && telemetry.motions == 9)
        #expect(EntryRecord(record.bytes) == record)
        #expect(record.bytes.first == 2)
    }

    @Test("R18: every field's numbers come back from the journal, and bytes cut anywhere are no entry")
    func telemetry() throws {
        var random = SeededGenerator(seed: 4)
        var record = try #require(EntryRecord(Self.first))
        for _ in 0..<200 {
            record.telemetry = BeaconTelemetry()
            for field in TelemetryField.allCases where Bool.random(using: &random) {
                let range = field.definition.range
                record.telemetry[field] = [range.lowerBound, range.upperBound, .random(in: range, using: &random)]
                    .randomElement(using: &random)
            }
            let bytes = record.bytes
            #expect(EntryRecord(bytes) == record)
            for length in 0..<bytes.count { #expect(EntryRecord(Array(bytes[..<length])) == nil) }
        }
    }
}
