import Glibc
import Schema
import Store
import Support
import Testing

@Suite("Files")
struct FilesTests {
    let folder = TemporaryFolder()

    @Test("An atomic file replaces its content as a whole, for its owner only, and makes its folder")
    func atomic() throws {
        let file = AtomicFile(path: "\(folder.path)/a/b/file")
        #expect(try file.read() == nil)
        try file.write([1, 2, 3])
        try file.write([])
        #expect(try file.read() == [])
        try file.write(Array(repeating: 7, count: 100_000))
        #expect(try file.read()?.count == 100_000)
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
        #expect(throws: BeaconBusError.self) { try file.read(limit: 10) }
        try file.remove()
        try file.remove()
        #expect(try file.read() == nil)
    }

    @Test("A session rises with every start, also when the clock goes back, and starts anew from a broken file")
    func session() throws {
        let file = SessionFile(path: "\(folder.path)/session")
        #expect(try file.next(seconds: 1_577_836_800 + 1000) == 1000)
        #expect(try file.next(seconds: 1_577_836_800 + 1000) == 1001)
        #expect(try file.next(seconds: 0) == 1002)
        #expect(try file.next(seconds: .min) == 1003)
        try file.raise(to: 5000)
        try file.raise(to: 4000)
        #expect(try file.next(seconds: 0) == 5001)
        try AtomicFile(path: "\(folder.path)/session").write(Array("junk".utf8))
        #expect(try file.next(seconds: 1_577_836_800 - 5) == 1)
        try AtomicFile(path: "\(folder.path)/session").write([UInt8](repeating: 0xff, count: 3_000))
        #expect(try file.next(seconds: 1_577_836_800 + 7) == 7)
        try AtomicFile(path: "\(folder.path)/session").write(Array("9999999999999999".utf8))
        #expect(try file.next(seconds: 0) == SessionFile.maximum)
    }

    @Test("A data folder has one holder; the second is told which process has it")
    func lock() throws {
        var first: DataFolderLock? = try DataFolderLock(folder: "\(folder.path)/data")
        let error = #expect(throws: BeaconBusError.self) { try DataFolderLock(folder: "\(folder.path)/data") }
        #expect(error?.code == .storeBusy)
        #expect(error?.reason.contains("\(getpid())") == true)
        #expect(first != nil)
        first = nil
        _ = try DataFolderLock(folder: "\(folder.path)/data")
    }
}
