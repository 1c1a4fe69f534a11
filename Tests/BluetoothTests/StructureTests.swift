import Schema
import Testing

@testable import Bluetooth

@Suite struct StructureTests {
    private func walk(_ hex: String) -> (types: [UInt8], problem: AdvertisementProblem?) {
        bytes(hex).withUnsafeBytes { data in
            var structures = ADStructures(data)
            var types: [UInt8] = []
            while let structure = structures.next() { types.append(structure.type.rawValue) }
            return (types, structures.problem)
        }
    }

    @Test("a length of 0 ends the data, a length of 1 is an empty structure, and neither is an error")
    func lengths() {
        #expect(walk("020106 00 ffff").types == [1])
        #expect(walk("020106 00 ffff").problem == nil)
        #expect(walk("020106 0109").types == [1, 9])
        #expect(walk("020106 0109").problem == nil)
        #expect(sightings("020106 0109").first?.name == [])
    }

    @Test("a structure past the end keeps what came before and is an error at its place")
    func overrun() {
        #expect(walk("020106 1aff4c000215").types == [1])
        #expect(walk("020106 1aff4c000215").problem == AdvertisementProblem(.structureOverrun, offset: 3))
        #expect(walk("02").problem?.reason == .structureOverrun)
        #expect(walk("02").types.isEmpty)
        #expect(walk("").problem == nil)
    }

    @Test(
        "R18: a broken frame is an error that names the frame",
        arguments: [
            ("ff", "4c", AdvertisementProblem.Reason.companyMissing),
            ("16", "aa", .serviceMissing),
            ("16", "aafe", .eddystoneShort),
            ("16", "aafe20", .eddystoneShort),
            ("16", "aafe2000", .eddystoneShort),
            ("16", "aafe2001 000102030405060708090a0b dead be", .eddystoneShort),
            ("16", "aafe00e70001020304050607080901", .eddystoneShort),
            ("16", "aafe30e34549445f746573", .eddystoneShort),
            ("16", "aafe10ee", .eddystoneShort),
            ("16", "aafe100004616263", .urlInvalid),
            ("16", "aafe100002617f63", .urlInvalid),
            ("16", "aafe100002612063", .urlInvalid),
            ("ff", "4c000215e2c56db5dffb48d2b060d0f5a71096e000010002", .iBeaconShort),
            ("ff", "1801beac01020304", .altBeaconShort),
            ("16", "d8fe00ee", .uriBeaconShort),
            ("16", "d8fe00ee0400", .urlInvalid),
        ])
    func brokenFrames(type: String, value: String, reason: AdvertisementProblem.Reason) {
        let data = "020106" + structure(type, value)
        #expect(problem(data) == AdvertisementProblem(reason, offset: 3))
        #expect(sightings(data).first?.identity == nil)
    }

    @Test("the complete name wins over the shortened one, whichever comes first")
    func names() {
        #expect(sightings("0308 6162 0409 616263").first?.name == bytes("616263"))
        #expect(sightings("0409 616263 0308 6162").first?.name == bytes("616263"))
        #expect(sightings("0308 6162").first?.name == bytes("6162"))
    }

    @Test(
        "transmit power is a signed byte of AD type 0x0a",
        arguments: [("81", -127), ("c5", -59), ("04", 4), ("7f", 127)])
    func txPower(hex: String, expected: Int8) {
        #expect(sightings("020106 020a\(hex)").first?.txPower == expected)
    }

    @Test("Apple's messages are walked; the overflow area alone has no length byte")
    func continuity() {
        let messages = bytes("0f05a0336aa5f1 10025b0c 01 000102030405060708090a0b0c0d0e0f 1202 aabb")
        let types = messages.withUnsafeBytes { AppleContinuity($0).map(\.type) }
        #expect(types == [0x0f, 0x10, 0x01, 0x12])
        let cut = bytes("10ff5b").withUnsafeBytes { AppleContinuity($0).map { Array($0.value) } }
        #expect(cut == [[0x5b]])
    }

    @Test("kinds of address are told by the type octet and the two top bits")
    func addressKinds() {
        func kind(_ type: UInt8, _ top: UInt64) -> AddressKind {
            AddressKind(type: type, address: .init(truncating: top << 40))
        }
        #expect(kind(0, 0xff) == .publicAddress)
        #expect(kind(1, 0xc0) == .randomStatic)
        #expect(kind(1, 0x40) == .resolvable)
        #expect(kind(1, 0x3f) == .nonResolvable)
        #expect(kind(1, 0x80) == .reserved)
        #expect(kind(2, 0) == .publicIdentity)
        #expect(kind(3, 0) == .randomIdentity)
        #expect(kind(0xff, 0) == .anonymous)
        #expect(kind(7, 0) == .unknown)
    }
}
