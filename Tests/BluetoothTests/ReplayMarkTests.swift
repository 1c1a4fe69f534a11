import Schema
import Support
import Testing

@testable import Bluetooth

@Suite struct ReplayMarkTests {
    @Test("marks come back as they were; other bytes are none")
    func bytes() throws {
        var random = SeededGenerator(seed: 11)
        for count in [0, 1, 2, 50] {
            let marks = (0..<count).map { _ in
                ReplayMark(
                    address: BluetoothAddress(truncating: .random(in: .min ... .max, using: &random)),
                    key: .random(in: .min ... .max, using: &random),
                    scheme: .random(in: .min ... .max, using: &random),
                    counter: .random(in: .min ... .max, using: &random))
            }
            let bytes = ReplayMark.bytes(marks)
            #expect(ReplayMark.read(bytes) == marks)
            #expect(bytes.isEmpty == false && ReplayMark.read(Array(bytes.dropLast())) == nil)
            #expect(ReplayMark.read([2] + bytes.dropFirst()) == nil)
        }
        #expect(ReplayMark.read([]) == nil)
    }

    @Test(
        "D13: marks of devices without a key or with another, of schemes there are not, and of devices heard change nothing"
    )
    func restored() throws {
        let address = BluetoothAddress(truncating: 0xa4c1_3800_0001)
        let other = BluetoothAddress(truncating: 7)
        let name = try #require(BeaconName("sensor"))
        let entry = KeyRing.Entry(name: name, use: .bind(address), bytes: Array(0..<16))
        let key = entry.material.fingerprint
        var secrets = SensorSecrets(KeyRing([entry]))
        secrets.restore([
            ReplayMark(address: address, key: key, scheme: 200, counter: 1),
            ReplayMark(address: other, key: key, scheme: 0, counter: 1),
            ReplayMark(address: address, key: key &+ 1, scheme: 1, counter: 1),
        ])
        #expect(secrets.marks == [])
        let mark = ReplayMark(address: address, key: key, scheme: 1, counter: 5)
        secrets.restore([mark])
        secrets.restore([ReplayMark(address: address, key: key, scheme: 1, counter: 9)])
        #expect(secrets.marks == [mark])
        secrets.use(.empty)
        #expect(secrets.marks == [])
        #expect(KeyRing.Entry(name: name, use: .irk, bytes: Array(1..<17)).material.fingerprint != key)
    }
}
