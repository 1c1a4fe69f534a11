import Schema
import Testing

@Suite("Beacon identities")
struct BeaconIDTests {
    static let samples = [
        "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-20597-62207",
        "ibeacon-00000000-0000-0000-0000-000000000000-0-0",
        "ibeacon-ffffffff-ffff-ffff-ffff-ffffffffffff-65535-65535",
        "altbeacon-2f234454cf6d4a0fadf2f4911ba9ffa600010002",
        "eddystone-2f234454f4911ba9ffa6-000000000001",
        "eddystone-url-0123456789abcdef",
        "eddystone-eid-ec31ae4cb8abc2d8",
        "eddystone-eid-name-garage_door-2",
        "eddystone-eid-name-abcdefghijklmnopqrstuvwxyz01234-",
        "mac-aabbccddeeff",
        "irk-annas-phone",
        "irk-0123456789_-0123456789_-01234567",
    ]

    @Test("Every form of id is read and written the same", arguments: samples)
    func roundTrip(text: String) throws {
        let id = try #require(BeaconID(text))
        #expect(id.description == text)
        #expect(BeaconID(id.identity) == id)
        #expect(BeaconIdentity(words: id.identity.words) == id.identity)
        #expect(MemoryLayout<BeaconIdentity>.size == 24)
        #expect(id.description.utf8.count <= BeaconID.maximumLength)
        #expect((0..<64).contains(id.page))
    }

    @Test(
        "R10: what is not the canonical form of an id is refused",
        arguments: [
            "", "ibeacon-", "ibeacon-F7826DA6-4fa2-4e98-8024-bc5b71e0893e-1-2",
            "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-01-2", "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-65536-2",
            "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-2-", "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-",
            "ibeacon-f7826da6-4fa2-4e98-8024-bc5b71e0893e-1-+2", "ibeacon-f7826da64fa24e988024bc5b71e0893e-1-2",
            "altbeacon-2f23", "eddystone-2f234454f4911ba9ffa6", "eddystone-2f234454f4911ba9ffa6-00000000000g",
            "eddystone-url-0123456789abcde", "eddystone-eid-name-", "eddystone-eid-name-_x", "irk-", "irk-A", "irk-a/b",
            "irk-a+", "irk-#", "irk-abcdefghijklmnopqrstuvwxyz0123456", "mac-aa:bb:cc:dd:ee:ff", "mac-aabbccddeef",
            "mac-aabbccddeeff0", "bogus-1", "ibeacon", "mac-aabbccddee\u{0}f", "irk-é",
        ])
    func refused(text: String) {
        #expect(BeaconID(text) == nil)
    }

    @Test("The identity gives back the parts it was made of")
    func parts() throws {
        let uuid = try #require(BeaconUUID("f7826da6-4fa2-4e98-8024-bc5b71e0893e"))
        let identity = BeaconIdentity(iBeacon: uuid, major: 20597, minor: 62207)
        #expect(identity.uuid == uuid)
        #expect(identity.major == 20597)
        #expect(identity.minor == 62207)
        #expect(identity.namespace == nil)
        let bytes: [UInt8] = [
            0xf7, 0x82, 0x6d, 0xa6, 0x4f, 0xa2, 0x4e, 0x98, 0x80, 0x24, 0xbc, 0x5b, 0x71, 0xe0, 0x89, 0x3e,
        ]
        let same = BeaconIdentity(iBeacon: bytes.span.bytes, major: 20597, minor: 62207)
        #expect(same == identity)
        #expect(same?.stableHash == identity.stableHash)
        let short = BeaconIdentity(iBeacon: bytes.span.bytes.extracting(0..<15), major: 1, minor: 2)
        #expect(short == nil)
        let uid = BeaconIdentity(eddystoneUID: bytes.span.bytes)
        let eddystone = try #require(uid)
        #expect(eddystone.id.description == "eddystone-f7826da64fa24e988024-bc5b71e0893e")
        #expect(eddystone.namespace?.description == "f7826da64fa24e988024")
        #expect(eddystone.instance?.description == "bc5b71e0893e")
        #expect(
            BeaconIdentity(mac: BluetoothAddress(truncating: 0xaabb_ccdd_eeff)).id.description == "mac-aabbccddeeff")
    }

    @Test("The page of an id is its 32-bit FNV-1a hash modulo 64")
    func page() throws {
        // Computed independently: FNV-1a of the text is 0x7e2f09c9.
        #expect(BeaconID("mac-aabbccddeeff")?.page == 0x7e2f_09c9 % 64)
    }
}
