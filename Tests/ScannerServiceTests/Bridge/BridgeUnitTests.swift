import Glibc
import Store
import Support
import Testing

@testable import ScannerService

@Suite("beacon-bridge.service")
struct BridgeUnitTests {
    /// A number of the unit, with K, M or G.
    private func limit(_ name: String) throws -> Int {
        let path = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let bytes = try #require(try Files.read("/\(path)/deploy/systemd/beacon-bridge.service", limit: 1 << 16))
        let line = try #require(
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").last { $0.hasPrefix("\(name)=") })
        let text = line.dropFirst(name.count + 1)
        let factor = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30][text.last.map(String.init) ?? ""]
        return try #require(Int(factor == nil ? text : text.dropLast())) * (factor ?? 1)
    }

    /// Descriptors of files in a folder.
    private func descriptors(in folder: String) -> Int {
        (0..<4_096).count { descriptor in
            var target = [CChar](repeating: 0, count: 4_096)
            let count = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
            let bytes = target.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self).hasPrefix(folder + "/")
        }
    }

    @Test("R12: the unit's limits are enough for as many rooms as the configuration allows")
    func limits() throws {
        let most = 512
        let bridge = try BridgeFixture { $0.mostRooms = most }
        for number in 0..<16 { bridge.hear("room-\(number)") }
        let room = (descriptors(in: bridge.folder.path) + 15) / 16
        #expect((1...4).contains(room))
        #expect(try limit("LimitNOFILE") >= most * room + 128)
        // Measured: 0.45 MB a room with eight beacons; besides the program itself, its inbox and its queue at their fullest.
        #expect(try limit("MemoryMax") >= most * 450_000 + (24 << 20) + (24 << 20) + (16 << 20))
    }
}
