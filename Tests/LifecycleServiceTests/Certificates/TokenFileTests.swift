import Glibc
import Schema
import Support
import Testing

@testable import LifecycleService

@Suite("Token from a file (H25, D13)")
struct TokenFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/token" }

    private func put(_ text: String, mode: UInt32 = 0o600) throws {
        try writeFile(path, text)
        chmod(path, mode)
    }

    private func read() throws -> String? { try TokenFile(path: path).read()?.text }

    @Test("H25: the first line is the token, whatever follows; CR LF is a line's end too")
    func firstLine() throws {
        try put("abc.def\nmore\n")
        #expect(try read() == "abc.def")
        try put("abc.def\r\n")
        #expect(try read() == "abc.def")
        try put("abc.def")
        #expect(try read() == "abc.def")
    }

    @Test("H36: no file, an empty file and an empty first line are an answer of null")
    func null() throws {
        #expect(try read() == nil)
        try put("")
        #expect(try read() == nil)
        try put("\nabc\n")
        #expect(try read() == nil)
    }

    @Test("D13: a file that others may read is not used", arguments: [0o640, 0o604, 0o660, 0o644] as [UInt32])
    func rights(mode: UInt32) throws {
        try put("secret-token\n", mode: mode)
        let error = #expect(throws: BeaconBusError.self) { try read() }
        #expect(error?.code == .keyPermissions)
        #expect(error?.debugDescription.contains("secret-token") == false)
    }

    @Test("R18: 16 KiB are taken, a byte more is not; nor is what is no text; the error does not say what it was")
    func size() throws {
        try put(String(repeating: "t", count: 16_384) + "\n")
        #expect(try read()?.count == 16_384)
        try put(String(repeating: "t", count: 16_385))
        #expect(throws: BeaconBusError(.tokenInvalid, reason: "", suggestion: "")) { try read() }
        try put("to\u{1}ken\n")
        let error = #expect(throws: BeaconBusError.self) { try read() }
        #expect(error?.code == .tokenInvalid)
        #expect(error?.debugDescription.contains("to\u{1}ken") == false)
    }

    @Test("A pipe, a folder and a device are not read; nothing waits for a pipe's other end")
    func kinds() throws {
        mkfifo(path, 0o600)
        #expect(throws: BeaconBusError(.tokenMissing, reason: "", suggestion: "")) { try read() }
        unlink(path)
        mkdir(path, 0o700)
        #expect(throws: BeaconBusError.self) { try read() }
        #expect(throws: BeaconBusError.self) { try TokenFile(path: "/dev/zero").read() }
    }

    @Test("D13: a token shows nothing of itself when it is printed or dumped")
    func redacted() {
        let token = AccessToken("very-secret")
        var dumped = ""
        dump(token, to: &dumped)
        #expect(!"\(token) \(String(reflecting: token)) \(dumped)".contains("very-secret"))
    }
}
