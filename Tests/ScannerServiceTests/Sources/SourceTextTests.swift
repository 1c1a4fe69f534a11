import Adapters
import Bluetooth
import Glibc
import Schema
import ServiceKit
import Support
import Testing

@testable import ScannerService

@Suite struct SourceTextTests {
    @Test("R6: each form of a source is read")
    func forms() throws {
        #expect(SourceText("sim") == .simulation)
        #expect(SourceText("/var/a,b.btsnoop") == .recording(path: "/var/a,b.btsnoop"))
        #expect(SourceText("hci.btsnoop") == .recording(path: "hci.btsnoop"))
        #expect(SourceText("hci") == .live([.adapter(.first, mode: nil)]))
        #expect(SourceText("hci?mode=user") == .live([.adapter(.first, mode: .user)]))
        #expect(SourceText("hci:hci0") == .live([.adapter(.index(0), mode: nil)]))
        #expect(SourceText("hci:7?mode=raw") == .live([.adapter(.index(7), mode: .raw)]))
        let address = try #require(BluetoothAddress("aa:bb:cc:dd:ee:ff"))
        #expect(
            SourceText("hci:AA:BB:CC:DD:EE:FF?mode=monitor") == .live([.adapter(.address(address), mode: .monitor)]))
        #expect(SourceText("hci:window seat") == .live([.adapter(.name("window seat"), mode: nil)]))
        #expect(SourceText("h4:127.0.0.1:6402") == .live([.stream(.tcp(host: "127.0.0.1", port: 6_402))]))
        #expect(SourceText("h4:/dev/ttyUSB0@921600") == .live([.stream(.serial(path: "/dev/ttyUSB0", speed: 921_600))]))
        #expect(SourceText("h4:/dev/ttyUSB0") == .live([.stream(.serial(path: "/dev/ttyUSB0", speed: 115_200))]))
        #expect(
            SourceText("hci:hci1?mode=raw,h4:10.0.0.7:6402")
                == .live([.adapter(.index(1), mode: .raw), .stream(.tcp(host: "10.0.0.7", port: 6_402))]))
    }

    @Test(
        "R6: what begins as a live source and is none is refused, and never taken for a path",
        arguments: [
            "", "hci:", "hci?", "hci?mode=", "hci?mode=best", "hci?speed=1", "hci:0?mode=raw?mode=raw", "hci,",
            "hci,,hci:1", "hci,hci", "hci:0,sim", "hci:mode=user", "hci:00:11:22:33:44", "hci:hci0;mode=raw",
            "hci,hci?mode=raw",
            "hci:0?mode=raw,hci:hci0?mode=user", "h4:/dev/ttyS0,h4:/dev/ttyS0@9600", "hci:0,/var/a.btsnoop", "h4:",
            "h4:host", "h4:host:0",
            "h4:host:65536",
            "h4:host:x", "h4:/", "h4:/@115200", "h4:/dev/ttyS0@", "h4:/dev/ttyS0@12345", "h4:/dev/ttyS0@-1",
            "h4:/dev/ttyS0@99999999999999999999",
        ])
    func refused(text: String) { #expect(SourceText(text) == nil) }

    @Test(
        "R6: what looks like a radio or several, and is no file, is refused with how they are written",
        arguments: [
            "hci0", "HCI", "HCI:hci0", "sim,hci", "user", "raw", "hci;mode=raw", "H4:127.0.0.1:6402", "H4:/dev/ttyUSB0",
            "aa:bb:cc:dd:ee:ff", "AA-BB-CC-DD-EE-FF", "00:11:22:33:44", "127.0.0.1:6402", "mode=user", "bluetooth",
            "SIM",
            "a.btsnoop,hci", " hci",
        ])
    func remedy(text: String) throws {
        #expect(SourceText(text) == .recording(path: text))
        let error = try #require(throws: BeaconBusError.self) { try FileSource(path: text).open() }
        #expect(error.code == .sourceUnreadable)
        for form in ["hci:hci0", "hci:AA:BB:CC:DD:EE:FF", "?mode=raw", "h4:HOST:PORT", "h4:/dev/TTY@BAUD"] {
            #expect(error.suggestion.contains(form))
        }
        #expect(error.suggestion.contains("stand alone") == text.contains(","))
    }

    @Test("R6: a file is a file, whatever it is called, and a missing one is told as before; a serial line is none")
    func files() throws {
        let folder = TemporaryFolder()
        for name in ["hci0", "sim,hci", "H4:127.0.0.1:6402"] {
            let path = "\(folder.path)/\(name)"
            close(creat(path, 0o600))
            try FileSource(path: path).open()
        }
        for path in ["/var/no-such/hci.btsnoop", "./hci/dump", "monday.btsnoop", "hci.btsnoop", "/dev/ttyX9"] {
            #expect(SourceText.remedy(forMissing: path) == nil)
            let error = try #require(throws: BeaconBusError.self) { try FileSource(path: path).open() }
            #expect(error.suggestion.hasPrefix("Give a readable recording"))
        }
        let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(master >= 0)
        defer { close(master) }
        let error = try #require(throws: BeaconBusError.self) { try FileSource(path: "/dev/ptmx").open() }
        #expect(error.suggestion.contains("h4:/dev/ptmx@115200"))
    }

    @Test("R6: sixteen sources at most, and no text is too long to be refused")
    func bounds() {
        let list = (0..<17).map { "hci:\($0)" }
        #expect(SourceText(list.joined(separator: ",")) == nil)
        #expect(SourceText(list.dropLast().joined(separator: ",")) != nil)
        #expect(SourceText("hci:" + String(repeating: "x", count: 249)) == nil)
        #expect(SourceText("h4:" + String(repeating: "9", count: 100_000)) == nil)
    }
}
