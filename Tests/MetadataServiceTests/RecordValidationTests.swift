import Schema
import Testing

@testable import MetadataService

@Suite("Checking of records")
struct RecordValidationTests {
    private static let uuid = "fda50693-a4e2-4fb1-afcf-c6eb07647825"

    private func check(_ text: String) throws -> RegistryRecord {
        try RegistryRecord(validating: JSONValue.parse(text: text))
    }

    /// The complaints about a record, empty if there are none.
    private func reasons(_ text: String) throws -> String {
        let value = try JSONValue.parse(text: text)
        do throws(RecordProblems) {
            _ = try RegistryRecord(validating: value)
            return ""
        } catch {
            return error.text
        }
    }

    @Test("L8, L11: uuid, major and minor make a record; its canonical form names the beacon and has a metadata object")
    func minimal() throws {
        let record = try check(#"{"minor": 2, "uuid": "FDA50693A4E24FB1AFCFC6EB07647825", "major": 65535}"#)
        #expect(record.identity.id.description == "ibeacon-\(Self.uuid)-65535-2")
        #expect(
            String(decoding: record.json, as: UTF8.self)
                == #"{"beacon":"ibeacon-\#(Self.uuid)-65535-2","major":65535,"metadata":{},"minor":2,"uuid":"\#(Self.uuid)"}"#
        )
        #expect(record.overrides.isEmpty)
    }

    @Test("L8: other formats are registered by their id, Eddystone UIDs also by namespace and instance")
    func formats() throws {
        let byParts = try check(#"{"namespace": "00112233445566778899", "instance": "AABBCCDDEEFF"}"#)
        let byID = try check(#"{"beacon": "eddystone-00112233445566778899-aabbccddeeff"}"#)
        #expect(byParts == byID)
        #expect(try check(#"{"beacon": "MAC-0123456789AB"}"#).identity.id.description == "mac-0123456789ab")
        #expect(try check(#"{"beacon": "irk-annas-phone"}"#).identity.id.description == "irk-annas-phone")
    }

    @Test("R15: empty metadata is valid and null members are harmless; D24: null counts as absent")
    func nulls() throws {
        let record = try check(
            #"{"uuid":"\#(Self.uuid)","major":1,"minor":1,"name":null,"metadata":null,"timing":null,"power":null,"namespace":null}"#
        )
        #expect(record == (try check(#"{"uuid":"\#(Self.uuid)","major":1,"minor":1}"#)))
        // Within the metadata null is the owner's own: it is kept as it is.
        let kept = try check(#"{"uuid":"\#(Self.uuid)","major":1,"minor":1,"metadata":{"checkin_action":null}}"#)
        #expect(String(decoding: kept.json, as: UTF8.self).contains(#""metadata":{"checkin_action":null}"#))
    }

    @Test("L12: metadata of any content is kept, and equal records are equal bytes whatever the order of their keys")
    func metadata() throws {
        let one = try check(
            #"{"uuid":"\#(Self.uuid)","major":1,"minor":1,"metadata":{"b":[1,2.5,"x"],"a":{"ü":true}}}"#)
        let other = try check(
            #"{"metadata":{"a":{"ü":true},"b":[1,2.5,"x"]},"minor":1,"major":1,"uuid":"\#(Self.uuid)"}"#)
        #expect(one == other)
    }

    @Test("Timing and power become members of the monitored rule")
    func overrides() throws {
        let record = try check(
            #"{"uuid":"\#(Self.uuid)","major":1,"minor":1,"timing":{"timeout":60000,"sightings":1},"power":-61}"#)
        #expect(
            String(decoding: record.overrides, as: UTF8.self)
                == #","timing":{"sightings":1,"timeout":60000},"power":-61"#)
    }

    @Test(
        "R18: every mistake is named with its field and what is expected",
        arguments: [
            (#"[]"#, "must be an object"),
            (#"{}"#, "no identity"),
            (#"{"uuid":"x","major":1,"minor":1}"#, "uuid must be a UUID"),
            (#"{"uuid":"\#(uuid)","minor":1}"#, "major is missing"),
            (
                #"{"uuid":"\#(uuid)","major":65536,"minor":1}"#,
                "major must be a whole number from 0 to 65535, not \"65536\""
            ),
            (#"{"uuid":"\#(uuid)","major":1,"minor":-1}"#, "minor must be a whole number from 0 to 65535"),
            (#"{"uuid":"\#(uuid)","major":1.5,"minor":1}"#, "major must be"),
            (#"{"uuid":"\#(uuid)","major":"1","minor":1}"#, "major must be"),
            (#"{"namespace":"00","instance":"001122334455"}"#, "namespace must be 20 hex digits"),
            (#"{"beacon":"nonsense"}"#, "is not a beacon id"),
            (#"{"beacon":"mac-0123456789ab","uuid":"\#(uuid)","major":1,"minor":1}"#, "two identities"),
            (#"{"beacon":"mac-0123456789ab","name":7}"#, "name must be a text"),
            (#"{"beacon":"mac-0123456789ab","metadata":[]}"#, "metadata must be an object"),
            (#"{"beacon":"mac-0123456789ab","power":-200}"#, "power must be"),
            (#"{"beacon":"mac-0123456789ab","timing":{"timeout":5}}"#, "timing.timeout must be"),
            (#"{"beacon":"mac-0123456789ab","timing":{"timeOut":5000}}"#, "is not known"),
            (
                #"{"uuid":"x","major":1,"minor":1,"name":[],"power":true}"#,
                "uuid must be a UUID of 32 hex digits, not \"x\"; name"
            ),
        ])
    func mistakes(text: String, expected: String) throws {
        #expect(try reasons(text).contains(expected))
    }

    @Test("R12: a record of more than 16 KiB and a name of more than 256 bytes are refused")
    func tooLarge() throws {
        let long = String(repeating: "x", count: 17_000)
        #expect(try reasons(#"{"beacon":"mac-0123456789ab","metadata":{"a":"\#(long)"}}"#).contains("16384"))
        #expect(try reasons(#"{"beacon":"mac-0123456789ab","name":"\#(long)"}"#).contains("256"))
    }
}
