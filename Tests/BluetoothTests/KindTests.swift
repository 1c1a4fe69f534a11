import Schema
import Testing

@testable import Bluetooth

/// What sends it, for counts and for `discover` (D18).
@Suite struct KindTests {
    struct Payload: Sendable, CustomTestStringConvertible {
        var kind: DeviceKind
        var data: String

        init(_ kind: DeviceKind, _ data: String) {
            self.kind = kind
            self.data = data
        }

        var testDescription: String { "\(kind.name)" }
    }

    private static let apple: [(UInt8, DeviceKind)] = [
        (0x01, .appleOverflow), (0x03, .appleAirPrint), (0x05, .appleAirDrop), (0x06, .appleHomeKit),
        (0x07, .appleProximityPairing), (0x08, .appleHeySiri), (0x09, .appleAirPlayTarget),
        (0x0a, .appleAirPlaySource), (0x0b, .appleMagicSwitch), (0x0c, .appleHandoff), (0x0d, .appleTetheringTarget),
        (0x0e, .appleTetheringSource), (0x0f, .appleNearbyAction), (0x10, .appleNearbyInfo), (0x11, .appleHomeKit),
        (0x12, .appleFindMy), (0x16, .apple), (0xff, .apple),
    ]

    private static let payloads = [
        Payload(.exposureNotification, "17166ffd e7c6d34c71e48baf278bd99be74685bc a78126ab"),
        Payload(.microsoftDevice, "0aff0600 01 092002 21495653 00"), Payload(.microsoftSwiftPair, "06ff0600 03 0080"),
        Payload(.microsoft, "05ff0600 02 00"), Payload(.fastPairModel, "06162cfe abcdef"),
        Payload(.fastPairAccount, "0b162cfe 00 40 0a428810 11 c7"), Payload(.findHub, "0516aafe 40 00"),
        Payload(.findHub, "0516aafe 41 00"), Payload(.google, "0516f3fe 0102"), Payload(.google, "05ffe000 01c9"),
        Payload(.tile, "0d16edfe 0200dae6579629d91f12"), Payload(.tile, "0516ecfe 0200"),
        Payload(.tile, "051684fd 0200"), Payload(.samsungTag, "0a165afd 10000000000000"),
        Payload(.samsung, "05ff7500 4204"), Payload(.separatedTracker, "0516b2fc 0100"),
        Payload(.matter, "0616f6ff 000102"), Payload(.amazon, "0516 03fe 0102"), Payload(.wearable, "05ff5701 0201"),
        Payload(.mesh, "05 2b 01020304"), Payload(.ruuvi, "05ff9904 0800"), Payload(.btHome, "0416d2fc 60"),
        Payload(.estimote, "06169afe 020102"), Payload(.unknown, "05ff0d00 0102"), Payload(.unknown, "020106"),
        Payload(.unknown, "03ff4c00"), Payload(.iBeacon, "1aff4c000215f7826da64fa24e988024bc5b71e0893e01020304c5"),
        Payload(.altBeacon, "1aff1801beac000102030405060708090a0b0c0d0e0f10111213c5"),
        Payload(.eddystone, "0d16aafe30e34549445f74657374"),
        Payload(.eddystone, "1116aafe20000bb8158000000045 00000258"),
    ]

    @Test("D18: each of Apple's messages is a kind of its own")
    func appleMessages() {
        for (type, kind) in Self.apple {
            let data = "05ff4c00" + HexDigits.text([type]) + "00"
            #expect(sightings(data).first?.kind == kind, "\(type)")
        }
    }

    @Test("D18: phones, trackers and computers are told apart", arguments: payloads)
    func others(payload: Payload) {
        #expect(sightings(payload.data).map(\.kind) == [payload.kind])
    }

    @Test("the first structure that says something decides; a beacon's frame beside it is stronger")
    func precedence() {
        #expect(sightings("05ff4c001000 05ff7500 4204").first?.kind == .appleNearbyInfo)
        #expect(sightings("05ff7500 4204 05ff4c001000").first?.kind == .samsung)
        let beacon = "1aff4c000215f7826da64fa24e988024bc5b71e0893e01020304c5"
        #expect(sightings("05ff7500 4204" + beacon).first?.kind == .iBeacon)
    }

    @Test("what is only recognised has no identity, whatever its address")
    func noIdentity() {
        for payload in Self.payloads where ![.iBeacon, .altBeacon, .eddystone].contains(payload.kind) {
            #expect(sightings(payload.data, type: 0).first?.identity == nil, "\(payload.data)")
        }
    }

    @Test("Fast Pair: three bytes are a model, others a filter of accounts with its salt")
    func fastPair() throws {
        bytes("abcdef").withUnsafeBytes {
            guard case .model(let model)? = FastPair($0) else {
                Issue.record("no model")
                return
            }
            #expect(model == 0xabcdef)
        }
        bytes("00 52 2fba064200 11 c7").withUnsafeBytes {
            guard case .accounts(let found)? = FastPair($0) else {
                Issue.record("no accounts")
                return
            }
            #expect(Array(found.filter) == bytes("2fba064200") && Array(found.salt) == [0xc7])
            #expect(!found.showsInterface && found.version == 0)
        }
        for broken in ["", "00", "0040", "00400a42", "0011c711c8"] {
            bytes(broken).withUnsafeBytes { #expect(FastPair($0) == nil, "\(broken)") }
        }
    }
}
