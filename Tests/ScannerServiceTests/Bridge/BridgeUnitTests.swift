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

    private var descriptors: Int { (0..<4_096).count { fcntl($0, F_GETFD) >= 0 } }

    @Test("R12: the unit's limits are enough for as many rooms as the configuration allows")
    func limits() throws {
        let most = 512
        let bridge = try BridgeFixture { $0.mostRooms = most }
        let before = descriptors
        for number in 0..<16 { bridge.hear("room-\(number)") }
        let room = (descriptors - before + 15) / 16
        #expect((1...4).contains(room))
        #expect(try limit("LimitNOFILE") >= most * room + 128)
        // Measured: 0.33 MB a room; the inbox at its fullest 24 MB, the program itself 26 MB.
        #expect(try limit("MemoryMax") >= most * 350_000 + (50 << 20))
    }
}
