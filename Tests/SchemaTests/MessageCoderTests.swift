import Schema
import Testing

@Suite("Messages as JSON")
struct MessageCoderTests {
    @Test("Head and body are one flat object, head first")
    func flat() throws {
        let head = Head(
            from: ClientID("n.home.kitchen"), session: 7, seq: 9, at: WallTime(milliseconds: 1_000))
        let bytes = try MessageCoder.encode(head, Lost(session: 7, connection: 2))
        let text =
            #"{"v":1,"from":"n.home.kitchen","session":7,"seq":9,"at":"1970-01-01T00:00:01.000Z","connection":2}"#
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        let read = try MessageCoder.decode(Lost.self, bytes)
        #expect(read.head == head)
        #expect(read.body == Lost(session: 7, connection: 2))
    }

    @Test(
        "A wrong message is refused with field and reason",
        arguments: [
            (#"{"session":1,"connection":1}"#, "v is missing"),
            (#"{"v":"1","session":1,"connection":1}"#, "v must be an integer"),
            (#"{"v":2,"session":1,"connection":1}"#, "v is 2, this version reads 1"),
            (#"{"v":1,"connection":1}"#, "session is missing"),
            (#"{"v":1,"session":1,"connection":0}"#, "connection must be from 1 to 9007199254740991"),
            (#"{"v":1,"session":1.5,"connection":1}"#, "session must be an integer, not a number"),
            (#"{"v":1,"session":1,"connection":"x"}"#, "connection must be an integer, not a string"),
            (#"{"v":1,"session":1,"connection":1,"from":"x"}"#, "from must be \(ClientID.form), not \"x\""),
            (#"{"v":1,"session":1,"connection":1"#, "\"}\" is missing at byte 33"),
            ("[]", "message must be an object, not an array"),
            ("", "a number is missing at byte 0"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: BeaconBusError.self) { try MessageCoder.decode(Lost.self, Array(text.utf8)) }
        #expect(error?.reason == reason)
    }

    @Test("R12: a message beyond 60 KiB is refused")
    func tooLarge() {
        let text = #"{"v":1,"session":1,"connection":1,"x":""# + String(repeating: "x", count: 61_440) + #""}"#
        let error = #expect(throws: BeaconBusError.self) { try MessageCoder.decode(Lost.self, Array(text.utf8)) }
        #expect(error?.code == .messageTooLarge)
    }

    @Test("An answer with an error is that error")
    func refusals() throws {
        let cause = BeaconBusError(.busy, reason: "300 look-ups wait", suggestion: "Ask again.")
        let bytes = try MessageCoder.encode(Head(), Refusal(cause))
        let error = #expect(throws: BeaconBusError.self) { try MessageCoder.decodeReply(Lost.self, bytes) }
        #expect(error == cause)
        #expect(error?.reason == cause.reason)
        #expect(error?.retryable == true)
    }

    @Test("R12: an error with endless texts is cut to what its readers accept")
    func longErrors() throws {
        let long = String(repeating: "é", count: 10_000)
        let cause = BeaconBusError(.sourceUnreadable, long, reason: long, suggestion: long)
        let error = BeaconBusError(.sourceUnreadable, reason: long, suggestion: long, causes: [cause, cause])
        let bytes = try MessageCoder.encode(Head(), Refusal(error))
        let read = try MessageCoder.decode(Refusal.self, bytes).body.error
        #expect(read.reason.utf8.count == BeaconBusError.maximumReason && read.causes.count == 2)
    }

    @Test(
        "R12: the longest error there can be fits into a message with room to spare",
        arguments: ["x", "é", "\u{1}", "\""])
    func longestError(character: String) throws {
        let long = String(repeating: character, count: 100_000)
        let cause = BeaconBusError(.sourceUnreadable, long, reason: long, suggestion: long)
        let causes = [BeaconBusError](repeating: cause, count: 100)
        let nested = BeaconBusError(.busy, long, reason: long, suggestion: long, causes: causes)
        let error = BeaconBusError(
            .sourceUnreadable, long, reason: long, suggestion: long, causes: [nested] + causes)
        let bytes = try MessageCoder.encode(Head(), Refusal(error))
        #expect(bytes.count < MessageCoder.maximumLength * 2 / 3)
        let read = try MessageCoder.decode(Refusal.self, bytes).body.error
        #expect(read.causes.count == BeaconBusError.maximumCauses)
        #expect(read.causes.first?.code == .busy && read.causes.first?.causes.isEmpty == true)
        #expect(read.reason == error.reason && read.causes.last?.reason == error.causes.last?.reason)
    }
}
