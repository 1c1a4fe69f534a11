import Schema
import Support
import Testing

@testable import Bluetooth

@Suite struct KeyTests {
    private let sample = "ec0234a357c8ad05341010a60a397d9b"

    @Test("R4: the specification's sample address is resolved, its neighbour not")
    func sampleAddress() {
        var heard = Heard([.key(.irk, sample, name: "watch")])
        heard.hear("020106", from: "70:81:94:0d:fb:aa", type: 1)
        #expect(heard.identity?.id.description == "irk-watch")
        heard.hear("020106", from: "70:81:94:0d:fb:ab", type: 1)
        #expect(heard.identity == nil)
        // A public address of the same bits is no resolvable one.
        heard.hear("020106", from: "70:81:94:0d:fb:aa", type: 0)
        #expect(heard.identity == nil)
        #expect(heard.counters.addressesResolved == 1 && heard.counters.addressesUnresolved == 1)
    }

    @Test(
        "R4: whatever a device with a rotating address sends, it is the one beacon of its key; others are what they send"
    )
    func whateverItSends() throws {
        let own = "70:81:94:0d:fb:aa"
        let stranger = "70:81:94:0d:fb:ab"
        let iBeacon = "1aff4c000215f7826da64fa24e988024bc5b71e0893e00010007c5"
        let uid = "0303aafe1516aafe00ee00112233445566778899aabbccddeeff"
        for data in [
            "", "020106", iBeacon, uid, iBeacon + uid, "0a16d2fc4002ca0903bf13", "0aff88ec0088078c116402",
            "0a16d2fc4002ca0903bf13" + iBeacon, "02011a0cff4c001005031c6e5c9b",
        ] {
            var decoder = SightingDecoder()
            decoder.use(KeyRing([.key(.irk, sample, name: "watch")]))
            func identities(_ address: String) -> [String?] {
                var found: [String?] = []
                bytes(data).withUnsafeBytes { data in
                    let report = AdvertisingReport(
                        data: data, address: BluetoothAddress(lenient: address)!, addressType: 1, properties: [],
                        rawRSSI: -60)
                    decoder.decode(report) { found.append($0.identity?.id.description) }
                }
                return found
            }
            #expect(identities(own) == ["irk-watch"], "\(data)")
            #expect(!identities(stranger).contains("irk-watch") && !identities(stranger).isEmpty, "\(data)")
            #expect(decoder.secrets.counters.addressesResolved == 1)
        }
        // The measured power of its frame stays with it.
        var heard = Heard([.key(.irk, sample, name: "watch")])
        heard.hear(iBeacon, from: own, type: 1)
        #expect(heard.identity?.id.description == "irk-watch" && heard.kind == .iBeacon)
    }

    @Test("R4: 100,000 rotating addresses of one key are one device; 100,000 strangers leave memory as it is")
    func rotating() throws {
        let irk = KeyMaterial(bytes(sample))
        let cipher = try #require(BlockCiphers([irk]))
        var others = (0..<49).map { number in
            KeyRing.Entry.key(.irk, HexDigits.text((0..<16).map { UInt8($0 * 7 + number) }), name: "other\(number)")
        }
        others.insert(.key(.irk, sample, name: "watch"), at: 25)
        var secrets = SensorSecrets(KeyRing(others), seed: 7)
        var random = SeededGenerator(seed: 4)
        var identities: Set<BeaconIdentity> = []
        for _ in 0..<100_000 {
            let part = UInt64.random(in: 0..<1 << 22, using: &random) | 1 << 22
            var block = CipherBlock()
            for index in 0..<3 { block[13 + index] = UInt8(truncatingIfNeeded: part >> UInt64(16 - 8 * index)) }
            let hash = cipher.encrypt(block)
            let low = UInt64(hash[13]) << 16 | UInt64(hash[14]) << 8 | UInt64(hash[15])
            let identity = secrets.identity(resolving: BluetoothAddress(truncating: part << 24 | low))
            if let identity { identities.insert(identity) }
        }
        // By chance another key fits too, once in 2^24 tries, and then the first of the ring is taken.
        #expect(identities.contains { $0.id.description == "irk-watch" } && identities.count <= 3)
        #expect(secrets.counters.addressesResolved == 100_000)
        var found = 0
        for _ in 0..<100_000 {
            let stranger = UInt64.random(in: 0..<1 << 46, using: &random) | 1 << 46
            if secrets.identity(resolving: BluetoothAddress(truncating: stranger)) != nil { found += 1 }
        }
        #expect(found <= 5)
        #expect(secrets.addresses?.places == AddressResolver.capacity)
    }

    @Test("answers are remembered, found or not: an address heard again is not tried again")
    func remembered() {
        var secrets = SensorSecrets(KeyRing([.key(.irk, sample, name: "watch")]), seed: 1)
        for _ in 0..<3 {
            #expect(secrets.identity(resolving: BluetoothAddress(truncating: 0x7081_940d_fbaa)) != nil)
            #expect(secrets.identity(resolving: BluetoothAddress(truncating: 0x7081_940d_fbab)) == nil)
        }
        #expect(secrets.addresses?.trials == 2)
        // Strangers do not displace what was found.
        var random = SeededGenerator(seed: 9)
        for _ in 0..<50_000 {
            let stranger = UInt64.random(in: 0..<1 << 46, using: &random) | 1 << 46
            _ = secrets.identity(resolving: BluetoothAddress(truncating: stranger))
        }
        let before = secrets.addresses?.trials
        #expect(secrets.identity(resolving: BluetoothAddress(truncating: 0x7081_940d_fbaa)) != nil)
        #expect(secrets.addresses?.trials == before)
    }

    @Test("D13: no key in a description, a dump or a mirror")
    func redacted() {
        let entry = KeyRing.Entry.key(.irk, sample, name: "watch")
        let ring = KeyRing([entry])
        let secrets = SensorSecrets(ring)
        var dumped = ""
        dump(ring, to: &dumped)
        dump(entry, to: &dumped)
        dump(secrets, to: &dumped)
        dump(entry.material, to: &dumped)
        for text in [
            dumped, "\(ring)", "\(entry)", "\(secrets)", String(reflecting: secrets), String(reflecting: ring),
        ] {
            #expect(!text.contains("236") && !text.lowercased().contains("ec0234") && !text.contains("0xec"))
        }
        #expect("\(ring)" == "1 keys")
    }

    @Test("D13: the caller's bytes are overwritten where it says so")
    func consumed() throws {
        var key = bytes(sample)
        let entry = KeyRing.Entry(name: try #require(BeaconName("watch")), use: .irk, consuming: &key)
        #expect(key.isEmpty && entry.material.count == 16)
    }

    @Test("keys of a wrong length, second keys of one device and impossible scalers are left out and counted")
    func unusable() {
        let address = "54:48:e6:8f:80:a5"
        var heard = Heard([
            .key(.irk, "00", name: "a"), .key(.eddystoneEID(scaler: 16, offset: 0), sample, name: "b"),
            .key(.eddystoneEID(scaler: 4, offset: .min), sample, name: "c"), .bind(address, "0011"),
            .bind(address, sample), .bind(address, sample), .key(.irk, sample, name: "watch"),
        ])
        #expect(heard.counters.keysUnusable == 4)
        heard.hear("020106", from: "70:81:94:0d:fb:aa", type: 1)
        #expect(heard.identity?.id.description == "irk-watch")
        heard.decoder.use(.empty)
        heard.hear("020106", from: "70:81:94:0d:fb:aa", type: 1)
        #expect(heard.identity == nil && heard.counters.keysUnusable == 0 && heard.decoder.secrets.isEmpty)
    }
}
