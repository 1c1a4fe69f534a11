import Bluetooth
import Schema
import Testing

/// What the kernel's management interface says, and which adapter it makes of it.
@Suite struct ManagementTests {
    /// The answer to "read info": address, version, manufacturer, supported and current settings, class, names.
    private static func info(
        _ index: UInt8, address: UInt8 = 0x11, supported: UInt32 = 0x201, current: UInt32 = 0x201, name: String = ""
    ) -> [UInt8] {
        let words = [supported, current].flatMap { word in (0..<4).map { UInt8(word >> (8 * $0) & 0xff) } }
        let names = Array(name.utf8) + [UInt8](repeating: 0, count: 260 - name.utf8.count)
        let values = [address, 0x22, 0x33, 0x44, 0x55, 0x66, 0x0a, 0x5d, 0x00] + words + [0, 0, 0] + names
        return message(0x0001, UInt16(index), [0x04, 0x00, 0x00] + values)
    }

    private static func message(_ event: UInt16, _ index: UInt16, _ body: [UInt8]) -> [UInt8] {
        [event, index, UInt16(body.count)].flatMap { [UInt8($0 & 0xff), UInt8($0 >> 8)] } + body
    }

    private static func list(_ indices: [UInt8]) -> [UInt8] {
        message(0x0001, 0xffff, [0x03, 0x00, 0x00, UInt8(indices.count), 0] + indices.flatMap { [$0, 0] })
    }

    private static func event(_ message: [UInt8]) -> Management.Event? {
        message.withUnsafeBytes { Management.Event($0) }
    }

    private static func directory(_ messages: [[UInt8]]) -> AdapterDirectory {
        var directory = AdapterDirectory()
        for message in messages { if let event = event(message) { directory.handle(event) } }
        return directory
    }

    @Test("R6: the kernel's messages as bytes, and what is asked of it")
    func messages() {
        #expect(Self.event(Self.message(0x0004, 3, [])) == .added(index: 3))
        #expect(Self.event(Self.message(0x0005, 3, [])) == .removed(index: 3))
        #expect(Self.event(Self.message(0x0006, 0, [1, 2, 0, 0])) == .settings(index: 0, [.powered, .lowEnergy]))
        #expect(Self.event(Self.message(0x0013, 0, [6, 1])) == .discovering(index: 0, true))
        #expect(Self.event(Self.message(0x002c, 1, [2, 1])) == .monitorRemoved(index: 1, handle: 0x0102))
        #expect(
            Self.event(Self.message(0x0002, 0, [5, 0, 0x14]))
                == .complete(opcode: 5, index: 0, status: 0x14, values: []))
        #expect(Self.event(Self.message(0x0012, 0, [1, 2, 3])) == nil)
        #expect(Management.Command.setPowered(index: 1, true).bytes == [5, 0, 1, 0, 1, 0, 1])
        #expect(Management.Command.removeMonitor(index: 0, handle: 0x0102).bytes == [0x53, 0, 0, 0, 2, 0, 2, 1])
        #expect(Management.Command.addMonitor(index: 0).bytes.count == 6 + 1 + 34)
    }

    @Test("R11: each cut of a message and each change of a byte is read or refused; none of it crashes")
    func broken() {
        let samples = [
            Self.info(0, name: "desk"), Self.list([0, 1, 2]), Self.message(0x0006, 0, [1, 2, 0, 0]),
            Self.message(0x0013, 0, [6, 1]), Self.message(0x002c, 0, [1, 0]), Self.message(0x0002, 0, [5, 0, 3]),
        ]
        for sample in samples {
            for count in 0..<sample.count { #expect(Self.event(Array(sample[..<count])) == nil) }
            for place in 0..<min(sample.count, 48) {
                for value in UInt8.min...UInt8.max {
                    var changed = sample
                    changed[place] = value
                    guard let event = Self.event(changed) else { continue }
                    var directory = Self.directory([Self.list([0]), Self.info(0)])
                    directory.handle(event)
                    #expect(directory.adapters.count <= 64 && directory.takeQuestions().count <= 68)
                }
            }
        }
    }

    @Test("R6: an adapter is found by address, number or name; of several that would do, the one that is on")
    func choice() {
        let directory = Self.directory([
            Self.list([0, 1, 2]), Self.info(0, address: 0x10, current: 0x200, name: "desk"),
            Self.info(1, address: 0x11, supported: 0x001), Self.info(2, address: 0x12, name: "door"),
        ])
        #expect(directory.isComplete)
        #expect(directory.find(.first)?.index == 2)
        #expect(AdapterChoice("66:55:44:33:22:10").flatMap { directory.find($0) }?.index == 0)
        #expect(AdapterChoice("hci1").flatMap { directory.find($0) }?.index == 1)
        #expect(AdapterChoice("door").flatMap { directory.find($0) }?.index == 2)
        #expect(directory.find(.index(3)) == nil && directory.find(.name("des")) == nil)
        #expect(directory.list.contains("hci0 66:55:44:33:22:10"))
    }

    @Test("R6: of several that would do one that nothing blocks and that nobody else has, before one that is on")
    func usable() {
        let open = RadioBlock(soft: false, hard: false)
        let directory = Self.directory([
            Self.list([0, 1, 2, 3]), Self.info(0, address: 0x10, current: 0x200), Self.info(1, address: 0x11),
            Self.info(2, address: 0x12, current: 0x200, name: "desk"),
            Self.info(3, address: 0x13, supported: 1, name: "desk"),
        ])
        #expect(directory.find(.first, blocks: [0: open, 1: open])?.index == 1)
        #expect(directory.find(.first, blocks: [1: RadioBlock(soft: true, hard: false)])?.index == 0)
        #expect(directory.find(.first, blocks: [0: RadioBlock(soft: false, hard: true)], except: [1])?.index == 2)
        #expect(directory.find(.first, except: [0, 1, 2]) == nil && directory.find(.index(1), except: [1]) == nil)
        // All blocked: that is said of one of them.
        let blocks = [UInt16: RadioBlock](
            uniqueKeysWithValues: (0..<4).map { ($0, RadioBlock(soft: true, hard: false)) })
        #expect(directory.find(.first, blocks: blocks)?.index == 1)
        // Of one name the one that can do it, on or not.
        #expect(directory.find(.name("desk"))?.index == 2)
    }

    @Test("R6: an adapter is named as people write it; a mode, a broken address or a number too great is no name")
    func names() {
        let address = BluetoothAddress(truncating: 0x001a_7dda_7113)
        for text in ["00:1A:7D:DA:71:13", "00-1a-7d-da-71-13", "001A7DDA7113"] {
            #expect(AdapterChoice(text) == .address(address))
        }
        for text in ["7", "hci7", "HCI7"] { #expect(AdapterChoice(text) == .index(7)) }
        for text in ["cafe", "bad-cafe", "hcitool", "door: left", "mode", "Küche"] {
            #expect(AdapterChoice(text) == .name(text))
        }
        for text in [
            "", "mode=user", "hci0;mode=raw", "MODE=user", "00:11:22:33:44", "00:11:22:33:44:55:66", ":", "65536",
            "hci65536",
            "hci", " hci0", "desk ", String(repeating: "x", count: 249),
        ] {
            #expect(AdapterChoice(text) == nil, "\(text)")
        }
    }

    @Test("R6: what cannot be found may be an adapter that a program has alone")
    func held() {
        let one = Self.directory([Self.list([0]), Self.info(0, address: 0x10)])
        let none = Self.directory([Self.list([])])
        #expect(one.hidden(of: [0, 1]) == [1] && none.hidden(of: []) == [])
        #expect(one.isHeld(.index(1), [1]) && !one.isHeld(.index(2), [1]))
        #expect(none.isHeld(.first, [0]) && !none.isHeld(.first, []))
        for text in ["66:55:44:33:22:99", "porch"] {
            guard let choice = AdapterChoice(text) else {
                Issue.record("\(text) is a choice")
                continue
            }
            #expect(none.isHeld(choice, [0]) && !one.isHeld(choice, [1]) && !none.isHeld(choice, []))
        }
    }

    @Test("R6: an adapter that comes back under another number is found by its address")
    func otherNumber() {
        var directory = Self.directory([Self.list([0]), Self.info(0)])
        _ = directory.takeQuestions()
        if let event = Self.event(Self.message(0x0005, 0, [])) { directory.handle(event) }
        #expect(directory.find(.first) == nil && directory.isComplete)
        if let event = Self.event(Self.message(0x0004, 1, [])) { directory.handle(event) }
        #expect(directory.takeQuestions() == [.readInfo(index: 1)] && !directory.isComplete)
        if let event = Self.event(Self.info(1)) { directory.handle(event) }
        #expect(AdapterChoice("66:55:44:33:22:11").flatMap { directory.find($0) }?.index == 1)
    }

    @Test("R6: settings that change are those of the adapter")
    func settings() {
        var directory = Self.directory([Self.list([0]), Self.info(0)])
        if let event = Self.event(Self.message(0x0006, 0, [0, 2, 0, 0])) { directory.handle(event) }
        #expect(directory.find(.first)?.current == .lowEnergy)
    }

    @Test("R18: nothing grows without bound, whatever the kernel says, and the list becomes whole all the same")
    func bounded() {
        var directory = AdapterDirectory()
        #expect(directory.takeQuestions() == [.readIndexList])
        // The same twice, answers to questions of others, adapters that come and go while nobody asks.
        directory.handle(.complete(opcode: 3, index: 0xffff, status: 0, values: [3, 0, 7, 0, 7, 0, 7, 0]))
        let values = [UInt8](repeating: 1, count: 280)
        for index in UInt16(100)..<400 {
            directory.handle(.complete(opcode: 4, index: index, status: 0, values: values))
        }
        let unasked = directory.adapters.count
        #expect(unasked == 0)
        for _ in 0..<100 {
            directory.handle(.added(index: 7))
            directory.handle(.removed(index: 7))
        }
        // An answer that comes before its question.
        directory.handle(.added(index: 7))
        directory.handle(.complete(opcode: 4, index: 7, status: 0x11, values: []))
        for index in UInt16(0)..<400 { directory.handle(.added(index: index)) }
        let questions = directory.takeQuestions()
        #expect(questions.count == 64 && Set(questions).count == 64)
        for case .readInfo(let index) in questions {
            directory.handle(.complete(opcode: 4, index: index, status: 0, values: values))
        }
        #expect(directory.isComplete && directory.adapters.count == 64)
        directory.handle(.added(index: 500))
        #expect(directory.takeQuestions().isEmpty && directory.isComplete)
        // One that is known may be asked after again.
        directory.handle(.added(index: 7))
        #expect(directory.takeQuestions() == [.readInfo(index: 7)])
    }

    @Test("R7: packets of the monitor channel; each cut is refused")
    func monitorPackets() {
        let sample: [UInt8] = [3, 0, 1, 0, 3, 0, 0x3e, 0x01, 0x02]
        sample.withUnsafeBytes { bytes in
            let packet = MonitorPacket(bytes)
            #expect(packet?.kind == .event && packet?.index == 1)
            #expect(packet.map { Array($0.payload) } == [0x3e, 0x01, 0x02])
            for count in 0..<bytes.count {
                #expect(MonitorPacket(UnsafeRawBufferPointer(rebasing: bytes[..<count])) == nil)
            }
        }
        for kind in UInt8.min...UInt8.max {
            let packet: [UInt8] = [kind, 0, 0, 0, 0, 0]
            let known = packet.withUnsafeBytes { MonitorPacket($0) != nil }
            #expect(known == [0, 1, 2, 3, 8, 9].contains(kind))
        }
    }
}
