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

    @Test("D13: marks of devices without a key, of schemes there are not, and of devices already heard change nothing")
    func restored() throws {
        let address = BluetoothAddress(truncating: 0xa4c1_3800_0001)
        let name = try #require(BeaconName("sensor"))
        let ring = KeyRing([KeyRing.Entry(name: name, use: .bind(address), bytes: Array(0..<16))])
        var secrets = SensorSecrets(ring)
        secrets.restore([
            ReplayMark(address: address, scheme: 200, counter: 1),
            ReplayMark(address: BluetoothAddress(truncating: 7), scheme: 0, counter: 1),
        ])
        #expect(secrets.marks == [])
        secrets.restore([ReplayMark(address: address, scheme: 1, counter: 5)])
        secrets.restore([ReplayMark(address: address, scheme: 1, counter: 9)])
        #expect(secrets.marks == [ReplayMark(address: address, scheme: 1, counter: 5)])
        secrets.use(.empty)
        #expect(secrets.marks == [])
    }
}
