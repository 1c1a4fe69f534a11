import Schema

/// Answers of validators and of certificate servers: read without harm, a yes only where a plain yes stands, and no
/// word of them repeats a token.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAnswers(_ start: UnsafeRawPointer, _ count: Int) -> CInt {
    let bytes = Array(UnsafeRawBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let body = Array(bytes.dropFirst())
    let status = [200, 200, 200, 201, 302, 400, 429, 500][Int(first & 7)]
    switch ValidatorAnswer(status: status, body: body) {
    case .valid:
        precondition(status == 200)
        let value = try? JSONValue.parse(body, maximumBytes: 1 << 20)
        precondition(value?["valid"] == true && value?["code"] == nil)
    case .refused(let code, let reason):
        precondition(status == 200 && ValidatorAnswer.codes.contains(code))
        checkWords(reason ?? "", body)
    case .unavailable, .nonsense: break
    }
    switch CFSSLAnswer(status: status, body: body) {
    case .certificate(let text):
        precondition(status == 200 && text.utf8.count <= 16_384)
        precondition((try? JSONValue.parse(body, maximumBytes: 1 << 20))?["success"] == true)
    case .rejected(let text): precondition(text.utf8.count <= 600)
    case .unavailable, .nonsense: break
    }
    return 0
}

/// A token that lies somewhere in the words is not shown, nor any twelve bytes of it.
private func checkWords(_ words: String, _ body: [UInt8]) {
    let shown = TokenText.shown(words, withholding: nil)
    precondition(shown.utf8.count <= 512 * 3)
    precondition(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f })
    let token = String(decoding: shown.utf8.suffix(40), as: UTF8.self)
    guard !token.isEmpty else { return }
    precondition(TokenText.shown(words, withholding: token).contains("withheld"))
}
