import Testing

@testable import Schema

@Suite("Messages whose body is already JSON")
struct MessageMembersTests {
    @Test("The members stand in one object with the head, as they came")
    func splice() throws {
        let head = Head(session: 7, seq: 9)
        let bytes = try MessageCoder.encode(head, members: Array(#""a":[1,{"b":"}"}],"c":null"#.utf8))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"v":1,"session":7,"seq":9,"a":[1,{"b":"}"}],"c":null}"#)
        #expect(try MessageCoder.decodeHead(bytes) == head)
        #expect(try MessageCoder.encode(head, members: []) == Array(#"{"v":1,"session":7,"seq":9}"#.utf8))
    }

    @Test("R12: a message of more than 60 KiB is refused")
    func tooLarge() {
        #expect(throws: BeaconBusError.self) {
            try MessageCoder.encode(Head(), members: [UInt8](repeating: UInt8(ascii: "1"), count: 61_440))
        }
    }
}
