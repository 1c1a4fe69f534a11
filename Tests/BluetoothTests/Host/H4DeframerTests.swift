import Support
import Testing

@testable import Bluetooth

@Suite struct H4DeframerTests {
    /// An answer, a report, data, synchronous data, isochronous data, a vendor's event, an event without parameters.
    private static let packets: [[UInt8]] = [
        bytes("04 0e 04 01 03 0c 00"), bytes("04 3e 0c 02 01 03 01 010203040506 00 c4"),
        bytes("02 40 20 03 00 aa bb cc"), bytes("03 01 00 02 04 04"), bytes("05 01 00 02 40 04 04"),
        bytes("04 ff 03 01 02 03"), bytes("04 1c 00"),
    ]

    @Test("H4: packets come out whole wherever the stream is cut")
    func cuts() {
        let stream = Self.packets.flatMap { $0 }
        for size in 1...stream.count {
            var deframer = H4Deframer()
            var found: [[UInt8]] = []
            var at = 0
            while at < stream.count {
                found += deframer.packets(of: Array(stream[at..<min(at + size, stream.count)]))
                at += size
            }
            #expect(found == Self.packets && deframer.dropped == 0)
        }
    }

    @Test("H4: bytes that begin no packet are dropped and counted, what follows is found")
    func resynchronises() {
        for garbage in ["00", "06", "01 00", "ff ff ff ff", "04 00", "04 59", "04 fe 07", "02 00 00 ff ff"] {
            var deframer = H4Deframer()
            let found = deframer.packets(of: bytes(garbage) + Self.packets.flatMap { $0 })
            #expect(found == Self.packets, "after \(garbage)")
            #expect(deframer.dropped == UInt64(bytes(garbage).count), "after \(garbage)")
        }
    }

    @Test("H4: a stream out of step is in step again after at most one packet's length of good ones", arguments: 1...50)
    func random(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var deframer = H4Deframer()
        var fed: UInt64 = 0
        var taken: UInt64 = 0
        for _ in 0..<50 {
            let noise = (0..<Int.random(in: 0...6_000, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for packet in deframer.packets(of: noise) { taken += UInt64(packet.count) }
            fed += UInt64(noise.count)
        }
        // No byte is counted twice, and what is waited for is bounded.
        #expect(taken + deframer.dropped <= fed && fed - taken - deframer.dropped < 4_096, "seed \(seed)")
        let good = bytes("04 0e 04 01 03 0c 00")
        var found = 0
        for _ in 0..<1_200 { found += deframer.packets(of: good).filter { $0 == good }.count }
        #expect(found > 400, "seed \(seed): \(found)")
        #expect(deframer.packets(of: good) == [good], "seed \(seed)")
    }
}

extension H4Deframer {
    /// Takes bytes, as much at once as there is room for; gives the packets that are complete.
    mutating func packets(of bytes: [UInt8]) -> [[UInt8]] {
        var rest = bytes[...]
        var packets: [[UInt8]] = []
        while !rest.isEmpty {
            let count = fill { space in
                let count = min(space.count, rest.count)
                space.copyBytes(from: rest.prefix(count))
                return count
            }
            guard count > 0 else { fatalError("no room") }
            rest = rest.dropFirst(count)
            while next({ packets.append(Array($0)) }) {}
        }
        return packets
    }
}
