import Bluetooth
import Schema
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
            "hci,,hci:1", "hci,hci", "hci:0,sim", "hci:0,/var/a.btsnoop", "h4:", "h4:host", "h4:host:0",
            "h4:host:65536",
            "h4:host:x", "h4:/", "h4:/@115200", "h4:/dev/ttyS0@", "h4:/dev/ttyS0@12345", "h4:/dev/ttyS0@-1",
            "h4:/dev/ttyS0@99999999999999999999",
        ])
    func refused(text: String) { #expect(SourceText(text) == nil) }

    @Test("R6: sixteen sources at most, and no text is too long to be refused")
    func bounds() {
        let list = (0..<17).map { "hci:\($0)" }
        #expect(SourceText(list.joined(separator: ",")) == nil)
        #expect(SourceText(list.dropLast().joined(separator: ",")) != nil)
        #expect(SourceText("hci:" + String(repeating: "x", count: 249)) == nil)
        #expect(SourceText("h4:" + String(repeating: "9", count: 100_000)) == nil)
    }
}
