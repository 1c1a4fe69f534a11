import Schema
import Testing

@testable import AuthorityService

@Suite struct ValidatorAnswerTests {
    private static func answer(_ body: String, _ status: Int = 200) -> ValidatorAnswer {
        ValidatorAnswer(status: status, body: Array(body.utf8))
    }

    @Test("H29: only a plain yes is a yes, and a plain no a no")
    func yesAndNo() {
        #expect(Self.answer(#"{"valid":true}"#) == .valid)
        #expect(Self.answer(#"{"valid":true,"reason":null,"extra":[1,{"a":2}]}"#) == .valid)
        #expect(Self.answer(#"{"valid":false}"#) == .refused(.tokenInvalid, reason: nil))
        #expect(
            Self.answer(#"{"valid":false,"reason":"no","code":"tokenExpired"}"#)
                == .refused(.tokenExpired, reason: "no"))
        #expect(Self.answer(#"{"valid":false,"code":"nodeBanned"}"#) == .refused(.nodeBanned, reason: nil))
        // Words beyond the agreed ones do not become codes of ours.
        #expect(Self.answer(#"{"valid":false,"code":"storeFull"}"#) == .refused(.tokenInvalid, reason: nil))
        #expect(Self.answer(#"{"valid":false,"code":"Not A Code"}"#) == .refused(.tokenInvalid, reason: nil))
    }

    @Test(
        "T6: anything else is nonsense, never a yes",
        arguments: [
            "", " ", "true", "[]", "null", "<html>valid: true</html>", "{}", #"{"valid":"true"}"#, #"{"valid":1}"#,
            #"{"valid":null}"#, #"{"Valid":true}"#, #"{"valid":true,"valid":false}"#, #"{"valid":true} x"#,
            #"{"valid":true,}"#, #"{"valid":true,"code":"tokenUsed"}"#, #"{"valid":true,"reason":5}"#,
            #"{"valid":false,"code":5}"#, #"[{"valid":true}]"#, #"{"result":{"valid":true}}"#,
            "\u{feff}{\"valid\":true}",
            #"{"valid":true"#, #"{"a":[[[[[[[[[[1]]]]]]]]]],"valid":true}"#,
        ])
    func nonsense(_ body: String) {
        guard case .nonsense = Self.answer(body) else {
            Issue.record("\(body) was taken for an answer")
            return
        }
    }

    @Test("statuses: 200 is read, 5xx, 408 and 429 are for later, all others are nonsense whatever the body says")
    func statuses() {
        for status in 100...599 where status != 200 {
            let answer = Self.answer(#"{"valid":true}"#, status)
            switch answer {
            case .unavailable: #expect(status >= 500 || status == 408 || status == 429)
            case .nonsense: #expect(status < 500 && status != 408 && status != 429)
            default: Issue.record("\(status) was read")
            }
        }
    }

    @Test("a reason that is too long is nonsense; invalid UTF-8 too")
    func bounds() {
        let long = String(repeating: "a", count: 1_025)
        #expect(
            Self.answer(#"{"valid":false,"reason":"\#(long)"}"#)
                == .nonsense("its reason is not a text of at most 1024 bytes"))
        let bytes = Array(#"{"valid":true,"reason":""#.utf8) + [0xff, 0xfe] + Array(#""}"#.utf8)
        guard case .nonsense = ValidatorAnswer(status: 200, body: bytes) else {
            Issue.record("invalid UTF-8 was read")
            return
        }
    }

    @Test("invariant 13: a reason that repeats the token, or twelve characters of it, is withheld")
    func withholds() {
        let token = "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJvd25lciJ9.c2lnbmF0dXJl"
        for words in [token, "no: \(token)!", "unknown " + token.dropFirst(30).prefix(12), String(token.suffix(12))] {
            #expect(!TokenText.shown(String(words), withholding: token).contains(token.suffix(12)))
            #expect(TokenText.shown(String(words), withholding: token).contains("withheld"))
        }
        #expect(TokenText.shown("the account is closed", withholding: token) == "the account is closed")
        #expect(TokenText.shown("pin 1234 is wrong", withholding: "1234").contains("withheld"))
        // Control characters cannot hide it, nor forge lines of a log.
        #expect(TokenText.shown("a\u{0}\u{1b}[31m\nb\u{202e}", withholding: nil) == "a[31mb")
        #expect(
            TokenText.shown(token.prefix(20) + "\u{200b}" + token.dropFirst(20), withholding: token).contains(
                "withheld"))
    }
}

extension TokenText {
    fileprivate static func shown(_ words: some StringProtocol, withholding token: String?) -> String {
        shown(String(words), withholding: token)
    }
}
